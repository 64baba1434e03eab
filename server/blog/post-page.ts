import { pictureOf } from '#contract/pictures.ts'
import type { PostLink, PostPage, RelatedPost } from '#contract/post-page.ts'
import type { Post } from '#contract/posts.ts'
import type { PostEntry } from '#server/content/snapshot.ts'
import { excerpt } from './excerpt.ts'
import type { PostContext } from './post-context.ts'
import { withContents } from './render/table-of-contents.ts'

/** A post as its page shows it. `placed` knows where pictures beside posts are kept. */
export function postPage(
  post: Post,
  { previous, next, related }: PostContext,
  placed: (entry: PostEntry) => PostEntry,
): PostPage {
  return {
    ...post,
    ...withContents(post.content),
    description: excerpt(post.summary),
    previous: previous ? linkTo(previous) : null,
    next: next ? linkTo(next) : null,
    related: related.map((entry) => shown(placed(entry))),
  }
}

const linkTo = ({ id, title }: PostEntry): PostLink => ({ id, title })

const shown = ({ id, title, date, image }: PostEntry): RelatedPost => ({
  id,
  title,
  date,
  // The title beside it says what the link is about.
  picture: image === null ? null : pictureOf(image, ''),
})
