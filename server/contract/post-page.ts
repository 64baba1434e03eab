import type { Post, PostCard } from '#contract/posts.ts'

/** A heading of a post's text. `content` has it under this id. */
export type Heading = { id: string; text: string }
/** What a link to another post shows, and what one does that also shows its picture. */
export type PostLink = Pick<PostCard, 'id' | 'title'>
export type RelatedPost = Pick<PostCard, 'id' | 'title' | 'date' | 'picture'>

/** GET /api/blog-posts/{id}: a post with all that its page shows around it (issue 7). */
export type PostPage = Post & {
  /** The first words of the summary, as plain text. */
  description: string
  /** How long reading it takes. */
  minutes: number
  /** Of a long post with several headings; else none. */
  contents: Heading[]
  /** The posts published right before and right after it. */
  previous: PostLink | null
  next: PostLink | null
  /** Posts with a tag or the category in common, the closest first. */
  related: RelatedPost[]
}
