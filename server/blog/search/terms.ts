import type { PostFormat } from '#contract/posts.ts'
import { plainBody } from './plain-body.ts'
import { wordsOf } from './words.ts'

/** Where a word stands in a post. Each place weighs more than all the lighter ones together. */
export const PLACE = { title: 8, name: 4, summary: 2, text: 1 } as const
/** Sum of the places of one word. */
export type Places = number

/** What of a post is searched; the names of its category and tags are looked up when somebody searches. */
export type SearchedPost = { format: PostFormat; title: string; summary: string; body: string }

/** The words of a post, each with its places. */
export function termsOf({ format, title, summary, body }: SearchedPost): Map<string, Places> {
  const terms = new Map<string, Places>()
  const add = (text: string, place: Places) => {
    for (const word of wordsOf(text)) terms.set(word, (terms.get(word) ?? 0) | place)
  }
  add(title, PLACE.title)
  add(plainBody('html', summary), PLACE.summary)
  add(plainBody(format, body), PLACE.text)
  return terms
}
