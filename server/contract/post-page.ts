import type { Post, PostCard } from '#contract/posts.ts'

/** A heading of a post's text, with its id in `content`. */
export type Heading = { id: string; text: string }
/** A link to another post, and one with its image. */
export type PostLink = Pick<PostCard, 'id' | 'title'>
export type RelatedPost = Pick<PostCard, 'id' | 'title' | 'date' | 'picture'>

/** GET /api/blog-posts/{id}: a post with everything that its page shows. */
export type PostPage = Post & {
  /** The beginning of the summary as plain text. */
  description: string
  /** The reading time. */
  minutes: number
  /** For a long post with several headings; otherwise empty. */
  contents: Heading[]
  /** The adjacent posts by publication date. */
  previous: PostLink | null
  next: PostLink | null
  /** Related posts: with a common tag or category, closest first. */
  related: RelatedPost[]
}
