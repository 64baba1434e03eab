import { posix } from 'node:path'
import type { PostEntry } from '#server/content/files/post-file.ts'
import { isPostFolder } from '#server/content/files/post-names.ts'
import type { Snapshot } from './snapshot.ts'

type Uses = { showing: ReadonlyMap<string, readonly PostEntry[]>; folders: ReadonlyMap<string, PostEntry> }
const known = new WeakMap<Snapshot['posts'], Uses>()

function usesIn({ posts }: Pick<Snapshot, 'posts'>): Uses {
  const before = known.get(posts)
  if (before) return before
  const showing = new Map<string, PostEntry[]>()
  const folders = new Map<string, PostEntry>()
  for (const post of posts.values()) {
    for (const image of post.beside ?? []) showing.getOrInsertComputed(image, () => []).push(post)
    if (isPostFolder(post.file)) folders.getOrInsert(posix.dirname(post.file), post)
  }
  const uses = { showing, folders }
  known.set(posts, uses)
  return uses
}

/** The posts that show a co-located image. */
export const postsShowing = (snapshot: Pick<Snapshot, 'posts'>, image: string): readonly PostEntry[] =>
  usesIn(snapshot).showing.get(image) ?? []

/** The post whose folder a co-located image is in, at any depth. */
export function ownerOf(snapshot: Pick<Snapshot, 'posts'>, image: string): PostEntry | undefined {
  const { folders } = usesIn(snapshot)
  for (let folder = posix.dirname(image); folder !== 'posts' && folder !== '.'; folder = posix.dirname(folder)) {
    const post = folders.get(folder)
    if (post) return post
  }
  return undefined
}
