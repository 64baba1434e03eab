import type { BulkAction } from '#contract/bulk.ts'
import type { PostCard } from '#contract/posts.ts'

const posts = (count: number) => (count === 1 ? '1 post' : `${count} posts`)
const verb = (count: number, one: string, many: string) => `${posts(count)} ${count === 1 ? one : many}`

/** A draft without a date has the server's time, which may be ahead of the browser's. */
const CLOCK_DIFFERENCE_MS = 60_000

/** What an action on these posts changes for visitors, a sentence for each group of posts. `term`: the name of the tag, the category or the author. */
export function consequences(action: BulkAction, selected: readonly PostCard[], term: string): string[] {
  const count = (isCounted: (post: PostCard) => boolean) => selected.filter(isCounted).length
  const live = count(({ state }) => state === 'live')
  const isLater = ({ date }: PostCard) => Date.parse(date) > Date.now() + CLOCK_DIFFERENCE_MS
  const sentences: Record<BulkAction, readonly (readonly [number, string, string])[]> = {
    publish: [
      [
        count((post) => post.state === 'draft' && !isLater(post)),
        'is a draft and appears on the blog',
        'are drafts and appear on the blog',
      ],
      [
        count((post) => post.state === 'draft' && isLater(post)),
        'is a draft and appears on the blog at its date',
        'are drafts and appear on the blog at their dates',
      ],
      [live, 'is already public', 'are already public'],
      [count(({ state }) => state === 'scheduled'), 'waits for its date', 'wait for their dates'],
      [count(({ state }) => state === 'expired'), 'has expired and stays hidden', 'have expired and stay hidden'],
    ],
    unpublish: [
      [live, 'disappears from the blog and becomes a draft', 'disappear from the blog and become drafts'],
      [
        count(({ state }) => state === 'scheduled' || state === 'expired'),
        'is already hidden and becomes a draft',
        'are already hidden and become drafts',
      ],
      [count(({ state }) => state === 'draft'), 'is already a draft', 'are already drafts'],
    ],
    tag: termSentences(count(hasNoTag(term)), live, `gets the tag “${term}”`, `get the tag “${term}”`),
    untag: termSentences(
      count((post) => !hasNoTag(term)(post)),
      live,
      `loses the tag “${term}”`,
      `lose the tag “${term}”`,
    ),
    category: termSentences(
      count(({ category }) => category?.name !== term),
      live,
      `moves to “${term}”`,
      `move to “${term}”`,
    ),
    author: termSentences(
      count(({ author }) => author !== term),
      live,
      `gets the author “${term}”`,
      `get the author “${term}”`,
    ),
    delete: [
      [live, 'disappears from the blog', 'disappear from the blog'],
      [selected.length - live, 'is deleted; visitors can’t see it', 'are deleted; visitors can’t see them'],
    ],
  }
  return sentences[action].filter(([count]) => count > 0).map(([count, one, many]) => `${verb(count, one, many)}.`)
}

const hasNoTag = (term: string) => (post: PostCard) => !post.tags.some(({ name }) => name === term)

const termSentences = (changed: number, live: number, one: string, many: string) =>
  [
    [changed, one, many],
    [live, 'is public: visitors see the change at once', 'are public: visitors see the change at once'],
  ] as const

const done: Record<BulkAction, string> = {
  publish: 'published',
  unpublish: 'unpublished',
  tag: 'tagged',
  untag: 'untagged',
  category: 'moved',
  author: 'changed',
  delete: 'deleted',
}

/** "3 posts deleted" */
export const doneInWords = (action: BulkAction, count: number) => `${posts(count)} ${done[action]}`
