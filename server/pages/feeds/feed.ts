import { storageUrl } from '#contract/paths.ts'
import type { PostImage } from '#contract/posts.ts'

/** A post as a feed carries it. `html`: the whole text, or the summary where the feed would grow too long. */
export type FeedPost = {
  id: string
  title: string
  /** Absolute, and the same for as long as the post has this id. */
  address: string
  summary: string
  html: string
  /** Plain text. */
  author: string | null
  categories: readonly { id: string; name: string }[]
  picture: PostImage | null
  /** ISO 8601. */
  date: string
  updated: string
}

/** A feed, whatever it is written as. */
export type Feed = {
  title: string
  description: string
  /** Absolute addresses: of the page that lists the same posts, and of the feed itself. */
  page: string
  self: string
  icon: string | undefined
  /** The vendor: who wrote a post that names nobody. */
  publisher: { name: string; address: string }
  posts: readonly FeedPost[]
  /** ISO 8601: when the newest of it was changed last; of an empty feed, when it was made. */
  updated: string
  /** Origin of what lies under /storage/. */
  origin: string
}

export const LANGUAGE = 'en-US'

/** Absolute address of a post's own picture, in the width that readers show. */
export const pictureAddress = ({ origin }: Feed, { picture }: FeedPost) =>
  picture ? origin + storageUrl(picture.path) : undefined

/** By a stored path's extension. */
export const pictureType = (path: string) => {
  const extension = path.slice(path.lastIndexOf('.') + 1).toLowerCase()
  return `image/${extension === 'jpg' ? 'jpeg' : extension}`
}
