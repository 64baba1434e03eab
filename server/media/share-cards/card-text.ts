import { type Day, week } from '#client/artwork/illustrations/colors.ts'
import type { Term } from '#contract/terms.ts'

/** What a post's picture says: no more than its title, what it belongs to and the day that it came out. */
export type CardWords = {
  title: string
  category: string
  /** The product's name. */
  name: string
  day: Day
}

/** Of a post, what its picture is made of. `date` is ISO 8601; its day is that of UTC. */
export type CardPost = { id: string; title: string; category: Pick<Term, 'name'> | null; date: string }

/** `name` is the product's. */
export const wordsOf = ({ title, category, date }: CardPost, name: string): CardWords => ({
  title,
  category: category?.name ?? '',
  name,
  day: week[(new Date(date).getUTCDay() + 6) % 7] ?? 'mon',
})
