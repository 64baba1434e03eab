import type { ContentFolder } from '#server/content/files/content-files.ts'
import { createContentFolder, fileText } from '#server/content/files/content-files.ts'
import { bodyOf, type PostEntry, type ReadFields, readFields } from '#server/content/files/post-file.ts'
import { isPostFile } from '#server/content/files/post-names.ts'
import { newestFirst, stateOf } from '#server/content/publication.ts'
import { readAll } from '#server/content/snapshot/read-files.ts'
import { buildSnapshot, type Snapshot } from '#server/content/snapshot/snapshot.ts'

/** A post with its text. */
export type SourcePost = { post: PostEntry; body: string; read: ReadFields }

/** The content folder, as an export reads it. */
export type ExportSource = {
  dir: string
  folder: ContentFolder
  snapshot: Snapshot
  now: Date
  /** Newest first. Texts are read one by one: ten thousand of them would fill the memory. */
  posts: readonly PostEntry[]
  read(post: PostEntry): SourcePost
  /** Paths at which a post had another URL, `/blog/old-id` among them. */
  formerPaths(post: PostEntry): string[]
  /** Posts that visitors do not see, which are left out. */
  hidden: number
  /** Posts that have errors, so that nothing of them is known. */
  unreadable: readonly string[]
}

type Options = { dir: string; now: Date /** Posts that visitors do not see, too. */; withDrafts: boolean }

/** Reads the content folder without the running site, and without links. Throws `InvalidContentFolderError`. */
export async function readExportSource({ dir, now, withDrafts }: Options): Promise<ExportSource> {
  const folder = createContentFolder(dir)
  const files = await readAll({ dir, folder })
  const snapshot = buildSnapshot(dir, files)
  const all = newestFirst(snapshot)
  const posts = all.filter((post) => withDrafts || (stateOf(post, now) === 'live' && !post.unlisted))
  return {
    dir,
    folder,
    snapshot,
    now,
    posts,
    hidden: all.length - posts.length,
    formerPaths: formerPathsIn(snapshot),
    unreadable: [...files].filter(([file, { decoded }]) => !decoded && isPostFile(file)).map(([file]) => file),
    read(post) {
      const text = fileText(folder.readNow(post.file) ?? new Uint8Array())
      return { post, body: bodyOf(text), read: readFields(text) }
    },
  }
}

function formerPathsIn({ aliases, oldPaths }: Snapshot): (post: PostEntry) => string[] {
  const byId = new Map<string, Set<string>>()
  const add = (id: string, path: string) => void byId.set(id, (byId.get(id) ?? new Set()).add(path))
  for (const [from, to] of aliases) add(to, `/blog/${from}`)
  for (const [path, id] of oldPaths) add(id, path)
  return ({ id }) => [...(byId.get(id) ?? [])].filter((path) => path !== `/blog/${id}`)
}
