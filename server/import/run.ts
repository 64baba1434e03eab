import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Content } from '#server/content/content.ts'
import { createHtmlConverter } from '#server/import/html/html-converter.ts'
import { readers as allReaders, createConvertBody } from '#server/import/readers/readers.ts'
import { readSource, type SourceOptions } from '#server/import/sites/read-source.ts'
import { createImageFetcher, type Network } from '#server/import/source/fetch-image.ts'
import type { Reader } from '#server/import/source/imported.ts'
import { OperatorError } from '#server/lib/errors.ts'
import { ensurePrivateDir } from '#server/storage/files.ts'
import { acquireProcessLock, FolderInUseError } from '#server/storage/locks.ts'
import { createImageCheck } from './image-check.ts'
import { planImport } from './plan.ts'
import { openRecord } from './record.ts'
import { type ImportReport, writeImport } from './write.ts'

export type ImportDeps = {
  content: Content
  /** The content folder. */
  dir: string
  privateDir: string
  now(): Date
  network?: Network | undefined
  /** By default, those of all systems. */
  readers?: readonly Reader[] | undefined
}

export type RunOptions = SourceOptions & {
  /** A folder, an export or a zip of either. */
  source: string
  fetchImages: boolean
  /** Belongs to this import alone; the caller deletes it. */
  workFolder: string
  onProgress?: ((phase: ImportPhase, done: number, total: number) => void) | undefined
  /** An abort ends reading and planning at the next post, and writing after the posts in progress. */
  signal?: AbortSignal | undefined
}
export type ImportPhase = 'reading' | 'planning' | 'writing'

/** Everything of imports: records of what was imported, and folders of imports in progress. */
export const importsFolder = (privateDir: string) => join(privateDir, 'imports')
export const workFolderOf = (privateDir: string, id: string) => join(importsFolder(privateDir), 'work', id)

/**
 * Reads a source and plans its import; `write` then does what the plan says. Only one process may
 * do this at a time (see `lockImports`). Throws `UnreadableSourceError`, `ImportFailedError`, and what the disk throws.
 */
export async function prepareImport(deps: ImportDeps, options: RunOptions) {
  const { content, dir, privateDir, now, network, readers = allReaders } = deps
  const { source, into, fetchImages, workFolder, signal } = options
  const onProgress = (...progress: Parameters<NonNullable<RunOptions['onProgress']>>) => {
    signal?.throwIfAborted()
    options.onProgress?.(...progress)
  }
  await mkdir(workFolder, { recursive: true, mode: 0o700 })
  const onRead = (count: number) => onProgress('reading', count, 0)
  const converter = createHtmlConverter()
  const convert = createConvertBody(converter)
  const { files, candidates } = await readSource(source, { ...options, readers, convert, onRead }).finally(
    converter.close,
  )
  /** The record is read again with each plan: another import may have ended in between. */
  async function plan() {
    const record = await openRecord(importsFolder(privateDir), candidates, into)
    const planned = await planImport(candidates, {
      content,
      record,
      fetchImages,
      now,
      isTaken: createImageCheck({ dir, files, record }),
      onProgress: (done, total) => onProgress('planning', done, total),
    })
    return { planned, record }
  }

  return {
    plan: (await plan()).planned.plan,
    /** Plans again before it writes, because the content may have changed since. */
    async write(): Promise<ImportReport> {
      const { planned, record } = await plan()
      try {
        return await writeImport(planned, {
          content,
          dir,
          files,
          record,
          signal,
          fetchImage: fetchImages ? createImageFetcher({ network }) : undefined,
          onProgress: (done, total) => options.onProgress?.('writing', done, total),
        })
      } finally {
        await record.close()
      }
    },
  }
}
export type PreparedImport = Awaited<ReturnType<typeof prepareImport>>

/** One import at a time, whether a command or the dashboard runs it. Throws `OperatorError`. */
export async function lockImports(privateDir: string) {
  await ensurePrivateDir(privateDir)
  try {
    const lock = await acquireProcessLock(importsFolder(privateDir))
    await removeStaleFolders(privateDir).catch(async (error) => {
      await lock.release()
      throw error
    })
    return lock
  } catch (error) {
    if (!(error instanceof FolderInUseError)) throw error
    throw new OperatorError('Another import is in progress. Start again when it has ended.')
  }
}

/** What a command left behind when it was killed. */
async function removeStaleFolders(privateDir: string): Promise<void> {
  const folder = join(importsFolder(privateDir), 'work')
  const names = await readdir(folder).catch(() => [])
  for (const name of names) if (name.startsWith(COMMAND)) await removeWorkFolder(join(folder, name))
}

/** The work folders of commands begin with this. */
export const COMMAND = 'command-'

export const removeWorkFolder = (folder: string): Promise<void> => rm(folder, { recursive: true, force: true })
