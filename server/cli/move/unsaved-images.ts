import { join, relative } from 'node:path'
import { LARGE_READ_MS } from '#server/database/connection.ts'
import type { SiteDatabase } from '#server/database/database.ts'
import { OperatorError } from '#server/lib/errors.ts'
import { mentionsIn } from '#server/media/image-mentions.ts'
import { createImageStore } from '#server/media/image-store.ts'
import { createSharedUploads } from '#server/media/shared-uploads.ts'
import { readBytes } from '#server/storage/files.ts'
import { readCopies } from './stored-values.ts'

type Options = Pick<SiteDatabase, 'connection' | 'store'> & { publicDir: string }

/** What is logged by a server is of no interest here. */
const silent = { debug() {}, info() {}, warn() {}, error() {} }

const openUploads = ({ connection, publicDir: dir }: Options) =>
  createSharedUploads({ connection, dir, unsavedText: async () => '', log: silent })

/**
 * Stores the images in the database that only unsaved texts show, for all replicas. Returns a line for the operator. Throws
 * `StorageError`, `OperatorError`.
 */
export async function copyImagesToDatabase(options: Options): Promise<string> {
  const uploads = openUploads(options)
  try {
    const { storedFilesOf } = createImageStore({ dir: options.publicDir })
    const texts = (await readCopies(options.store)).map(({ value }) => value)
    const images = [...new Set(mentionsIn(texts.join('\n')))]
    const files = (await Promise.all(images.map(storedFilesOf))).flat()
    await uploads.add(files.map((file) => relative(options.publicDir, file)))
  } finally {
    uploads.close()
  }
  return compareImages(options)
}

/** Writes the images of the database into the folder of public files. The same otherwise. */
export async function copyImagesToFiles(options: Options): Promise<string> {
  const uploads = openUploads(options)
  await uploads.sync().finally(uploads.close)
  return compareImages(options)
}

async function compareImages({ connection: { run }, publicDir }: Options): Promise<string> {
  const rows = await run(
    (sql) => sql<{ path: string; sha256: string }[]>`
      select path, encode(sha256(bytes), 'hex') as sha256 from site_upload where bytes is not null order by path`,
    LARGE_READ_MS,
  )
  for (const { path, sha256 } of rows) {
    const bytes = await readBytes(join(publicDir, path)).catch(() => undefined)
    if (!bytes || Bun.SHA256.hash(bytes, 'hex') !== sha256)
      throw new OperatorError(`${path}: the copy differs from the original. The original is as it was.`)
  }
  return `images of unsaved texts: ${rows.length} files`
}
