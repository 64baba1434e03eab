import { lstatSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pictureOf } from '#contract/pictures.ts'
import type { PostImage } from '#contract/posts.ts'
import { isSafePath, unlessMissing } from '#server/storage/files.ts'
import { stemOf } from './image-mentions.ts'

/** The folder of the library under `storage/public`. */
const FOLDER = 'posts'
const IMAGE = /\.(?:webp|jpe?g|png|gif)$/i
/** The hash in a name: such a file never changes. */
const NAMED_BY_CONTENT = /\/[0-9a-f]{32}-\d{1,5}x\d{1,5}\.webp$/
/** Ten thousand files take 25 ms, so other work runs in between. */
const BATCH = 500

export type FileFacts = { bytes: number; changedMs: number }
export type LibraryFile = FileFacts & { picture: PostImage }
/** `byPath`: one entry per image, whatever its widths. `find` also knows the paths of other widths. */
export type LibraryFiles = {
  byPath: ReadonlyMap<string, LibraryFile>
  find(path: string): LibraryFile | undefined
}
export type ReadLibrary = () => Promise<LibraryFiles>

/** Reads which images are under `storage/public/posts`. `dir`: `storage/public`. */
export function createLibraryReader(dir: string): ReadLibrary {
  /** Of names that contain the hash of their content. */
  const known = new Map<string, FileFacts>()

  return async function readLibrary() {
    const paths = await imagesUnder(dir)
    const stems = new Map<string, string>()
    for (const path of paths) if (pictureOf(path, '').widths.length > 0) stems.set(stemOf(path), path)
    const byPath = new Map<string, LibraryFile>()
    for (const [index, path] of paths.entries()) {
      // Another width of an image.
      if ((stems.get(stemOf(path)) ?? path) !== path) continue
      const facts = known.get(path) ?? factsOf(join(dir, path))
      if (!facts) continue
      if (NAMED_BY_CONTENT.test(path)) known.set(path, facts)
      byPath.set(path, { picture: pictureOf(path, ''), ...facts })
      if (index % BATCH === BATCH - 1) await new Promise(setImmediate)
    }
    for (const path of known.keys()) if (!byPath.has(path)) known.delete(path)
    return { byPath, find: (path) => byPath.get(path) ?? byPath.get(stems.get(stemOf(path)) ?? '') }
  }
}

/** Without links: neither files nor folders. */
async function imagesUnder(dir: string): Promise<string[]> {
  const found = (await readdir(join(dir, FOLDER), { recursive: true }).catch(unlessMissing)) ?? []
  return found.map((name) => `${FOLDER}/${name}`).filter((path) => IMAGE.test(path) && isSafePath(path))
}

/** `undefined` for what is no regular file. Throws file system errors. */
export function factsOf(file: string): FileFacts | undefined {
  const found = lstatSync(file, { throwIfNoEntry: false })
  return found?.isFile() ? { bytes: found.size, changedMs: found.mtimeMs } : undefined
}
