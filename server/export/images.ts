import { lstatSync } from 'node:fs'
import { posix } from 'node:path'
import { IMAGE_MAX_BYTES } from '#contract/limits.ts'
import type { PostEntry } from '#server/content/files/post-file.ts'
import { imageOf } from '#server/content/files/post-names.ts'
import {
  FileTooLargeError,
  isSafePath,
  NotRegularFileError,
  pathInside,
  readRegularFile,
} from '#server/storage/files.ts'
import { publicRootOf } from '#server/storage/public-files.ts'
import type { ExportSource } from './export-source.ts'
import type { OutFolder } from './out-folder.ts'

/** A stored file in a text: `/storage/posts/photo.webp`. */
const STORED = /(?<![\w/])\/storage\/([\w./-]*[\w/-])/g

export type ExportImages = ReturnType<typeof createExportImages>

/** Copies images and stored files of posts, each to one place once. */
export function createExportImages(source: Pick<ExportSource, 'dir' | 'snapshot'>, publicDir: string, out: OutFolder) {
  const copied = new Set<string>()
  const missing = new Set<string>()

  /** Whether there is such a file. */
  async function copy(root: string, path: string, to: string): Promise<boolean> {
    if (copied.has(to)) return true
    try {
      assertNoLinks(root, path)
      await out.write(to, await readRegularFile(pathInside(root, path), IMAGE_MAX_BYTES))
    } catch (error) {
      if (!isUnreadable(error)) throw error
      missing.add(path)
      return false
    }
    copied.add(to)
    return true
  }

  return {
    /** The image of the content folder that a text of this post names; `undefined` for any other target. */
    colocated(post: Pick<PostEntry, 'file'>, to: string): string | undefined {
      const image = imageOf(post.file, to)
      return image !== undefined && source.snapshot.pictures.has(image) ? image : undefined
    },
    copyColocated: (image: string, to: string) => copy(source.dir, image, to),
    /** Copies a file of `storage/public`; `false` for a path that leads elsewhere. */
    copyStored: async (path: string, to: string) => isSafePath(path) && copy(publicRootOf(publicDir, path), path, to),
    copied: (): number => copied.size,
    missing: (): readonly string[] => [...missing],
  }
}

/** The paths below `storage/public` that a text names. */
export const storedIn = (text: string): string[] => [
  ...new Set([...text.matchAll(STORED)].map(([, path = '']) => path).filter(isSafePath)),
]

/** Files that are gone, that are links, or that are too large cost themselves, not the export. */
const isUnreadable = (error: unknown) =>
  error instanceof NotRegularFileError ||
  error instanceof FileTooLargeError ||
  error instanceof RangeError ||
  (error instanceof Error && 'code' in error && ['ENOENT', 'EACCES', 'ENOTDIR'].includes(String(error.code)))

function assertNoLinks(root: string, path: string): void {
  for (let folder = posix.dirname(path); folder !== '.'; folder = posix.dirname(folder))
    if (lstatSync(pathInside(root, folder)).isSymbolicLink()) throw new NotRegularFileError('This folder is a link.')
}
