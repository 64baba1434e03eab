import { join } from 'node:path'
import { IMAGE_MAX_BYTES } from '#contract/limits.ts'
import type { Content } from '#server/content/content.ts'
import { besidePath } from '#server/content/pictures-beside.ts'
import type { PostEntry } from '#server/content/snapshot.ts'
import { readPlainFile } from '#server/files/read-plain-file.ts'
import { pathInside } from '#server/files/safe-names.ts'
import type { Log } from '#server/http/log.ts'
import type { Pictures } from '#server/media/pictures.ts'

export type BesideDeps = { content: Content; dir: string; pictures: Pick<Pictures, 'keep'>; log: Log }
export type PicturesBeside = ReturnType<typeof createPicturesBeside>

/**
 * Pictures that lie beside a post (`posts/<id>/photo.jpg`), kept like uploaded ones (decision 15): when they come or change,
 * never when somebody asks for the page. One that cannot be kept is not shown, or as it was, and said in the log.
 */
export function createPicturesBeside({ content, dir, pictures, log }: BesideDeps) {
  const kept = new Map<string, { revision: string; path: string | undefined }>()

  let changes = 0

  /** Keeps what is new. Gives the keys (see `changedKeys`) of the posts that can show more than before. */
  async function update(): Promise<Set<string>> {
    const keys = new Set<string>()
    const now = content.snapshot()
    for (const [picture, revision] of now.pictures) {
      if (kept.get(picture)?.revision === revision) continue
      const [, id = '', name = ''] = picture.split('/')
      if (!now.posts.get(id)?.beside?.includes(name)) continue
      await keep(picture, revision)
      changes++
      keys.add(`post:${id}`).add(`card:${id}`)
    }
    for (const picture of kept.keys()) if (!now.pictures.has(picture)) kept.delete(picture)
    return keys
  }

  async function keep(picture: string, revision: string): Promise<void> {
    try {
      const bytes = await readPlainFile(pathInside(dir, picture), IMAGE_MAX_BYTES)
      kept.set(picture, { revision, path: await pictures.keep(bytes) })
    } catch (error) {
      kept.set(picture, { revision, path: kept.get(picture)?.path })
      const reason = error instanceof Error ? error.message : String(error)
      log.warn('picture not kept', { file: join(dir, picture), reason })
    }
  }

  /** The stored path of a picture beside a post; `undefined` as long as there is none. */
  const storedPath = ({ file }: PostEntry, name: string): string | undefined => kept.get(besidePath(file, name))?.path

  /** The post with the stored path of its picture, where that lies beside it. */
  const placed = (entry: PostEntry): PostEntry =>
    entry.image !== null && entry.beside?.includes(entry.image)
      ? { ...entry, image: storedPath(entry, entry.image) ?? null }
      : entry

  return { update, placed, storedPath, changes: () => changes }
}
