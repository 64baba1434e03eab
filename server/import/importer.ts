import { randomBytes } from 'node:crypto'
import { readdir, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import { cutText } from '#contract/cut-text.ts'
import { importPhases, UPLOAD_EXTENSIONS, UPLOAD_MAX_BYTES } from '#contract/imports.ts'
import { assertInto, type SourceOptions } from '#server/import/sites/read-source.ts'
import { ImportFailedError, UnreadableSourceError } from '#server/import/source/errors.ts'
import { UNZIP_LIMITS } from '#server/import/source/unzip.ts'
import { ConflictError, DomainError, NotFoundError, OperatorError } from '#server/lib/errors.ts'
import { errorFields, type Log } from '#server/lib/log.ts'
import { createMutex } from '#server/lib/mutex.ts'
import { ensurePrivateDir, readText, writePrivateFile } from '#server/storage/files.ts'
import { readStored, type StoredJson, storedText } from '#server/storage/stored-json.ts'
import type { ImportPlan } from './plan.ts'
import {
  COMMAND,
  type ImportDeps,
  importsFolder,
  lockImports,
  type PreparedImport,
  prepareImport,
  removeWorkFolder,
  workFolderOf,
} from './run.ts'
import type { ImportReport } from './write.ts'

/** An upload waits for its plan to be confirmed; `done` and `failed` are shown until they are dismissed. */
export type JobPhase = (typeof importPhases)[number]

/** The import of the dashboard, at most one at a time. */
export type ImportJob = {
  id: string
  /** The name of the upload. */
  name: string
  /** The name of the administrator who uploaded it. */
  by: string
  /** A folder below `content/posts`. */
  into: string
  phase: JobPhase
  /** Bytes of an upload, then posts; `total` is 0 while it is unknown. */
  progress: { done: number; total: number }
  plan: ImportPlan | null
  report: ImportReport | null
  /** Why the import failed, and what to do. */
  problem: string | null
}

const StoredJobSchema = v.object({
  id: v.pipe(v.string(), v.regex(/^[0-9a-f]{16}$/)),
  name: v.string(),
  by: v.optional(v.string(), ''),
  file: v.string(),
  options: v.object({ into: v.string(), pages: v.boolean(), permalink: v.optional(v.string()) }),
  phase: v.picklist(importPhases),
  plan: v.custom<ImportPlan | null>((value) => typeof value === 'object'),
  report: v.custom<ImportReport | null>((value) => typeof value === 'object'),
  problem: v.nullable(v.string()),
})
type StoredJob = v.InferOutput<typeof StoredJobSchema>

const NAME_MAX_CHARACTERS = 200

const CANCELED = 'This import was canceled.'

/** What is known of an upload before its bytes arrive. `size`: in bytes, 0 while it is unknown. */
export type Upload = { name: string; by: string; size: number }

export type Importer = ReturnType<typeof createImporter>

/**
 * Imports of uploads in the background: upload, plan, confirmation, report. A job survives a restart: `resume` plans it again,
 * or continues to write it. Images of other sites are never fetched.
 */
export function createImporter(deps: Omit<ImportDeps, 'network'> & { log: Log }) {
  const { privateDir, log } = deps
  let job: StoredJob | undefined
  /** What the next write must keep. */
  let stored: StoredJson<StoredJob> | undefined
  let progress = { done: 0, total: 0 }
  let prepared: PreparedImport | undefined
  const mutex = createMutex()
  const stop = new AbortController()
  /** Of the job. */
  let cancel = new AbortController()

  /** `'unknown'`: another version has stored it, and goes on with it. */
  async function readJob(path: string): Promise<StoredJson<StoredJob> | 'damaged' | 'unknown'> {
    const text = await readText(path).catch(() => '')
    try {
      return readStored(StoredJobSchema, text, path)
    } catch (error) {
      log.error('import job not read', errorFields(error))
      return 'unknown'
    }
  }

  const shown = ({ file: _, options, ...rest }: StoredJob): ImportJob => ({ ...rest, into: options.into, progress })

  async function set(changes: Partial<StoredJob>): Promise<void> {
    if (!job) return
    job = { ...job, ...changes }
    const before = stored?.known.id === job.id ? stored : undefined
    await writePrivateFile(join(workFolderOf(privateDir, job.id), 'job.json'), storedText(job, before))
  }

  /** Runs one step of a job under the lock. Never throws: a failure ends the job with a reason. */
  async function step({ id, file }: StoredJob, run: (signal: AbortSignal) => Promise<void>): Promise<void> {
    if (job?.id !== id) return
    try {
      const lock = await lockImports(privateDir)
      await run(AbortSignal.any([stop.signal, cancel.signal])).finally(lock.release)
    } catch (error) {
      // The next start continues; a job that was canceled is gone.
      if (stop.signal.aborted || job?.id !== id) return
      const isExpected = error instanceof DomainError || error instanceof OperatorError
      if (!isExpected) log.error('import failed', errorFields(error))
      const problem = isExpected ? error.message : 'The import failed. The log of the site says why.'
      await set({ phase: 'failed', problem }).catch((failure) =>
        log.error('import job not stored', errorFields(failure)),
      )
    }
    if (job?.id !== id || (job.phase !== 'done' && job.phase !== 'failed')) return
    // The report needs neither the upload nor its files, which may have gigabytes.
    prepared = undefined
    await removeWorkFolder(file).catch(notRemoved)
    await removeWorkFolder(join(workFolderOf(privateDir, id), 'unpacked')).catch(notRemoved)
  }

  const notRemoved = (error: unknown) => log.error('files of an import not deleted', errorFields(error))

  async function prepare({ id, file, options }: StoredJob, signal: AbortSignal): Promise<PreparedImport> {
    progress = { done: 0, total: 0 }
    const ready = await prepareImport(deps, {
      ...options,
      source: file,
      workFolder: workFolderOf(privateDir, id),
      fetchImages: false,
      signal,
      onProgress: (_, done, total) => {
        signal.throwIfAborted()
        progress = { done, total }
      },
    })
    signal.throwIfAborted()
    prepared = ready
    return ready
  }

  const planJob = (one: StoredJob) =>
    step(one, async (signal) => {
      const { plan } = await prepare(one, signal)
      // After a restart it may have been confirmed in the meantime.
      await set(job?.phase === 'writing' ? { plan } : { phase: 'planned', plan })
    })

  const writeJob = (one: StoredJob) =>
    step(one, async (signal) => {
      const { plan, write } = prepared ?? (await prepare(one, signal))
      await set({ phase: 'writing', plan })
      await set({ phase: 'done', report: await write() })
    })

  function jobOf(id: string): StoredJob {
    if (job?.id !== id) throw new NotFoundError('There is no such import any more.')
    return job
  }

  return {
    job: (): ImportJob | undefined => job && shown(job),
    /**
     * Streams an upload to the disk and starts to plan its import. Throws `ConflictError` while there is another job, or after
     * a cancellation, `UnreadableSourceError` for wrong options and for more than 1 GB, and what the disk throws.
     */
    async upload(
      { name, by, size }: Upload,
      body: AsyncIterable<Uint8Array>,
      options: SourceOptions,
    ): Promise<ImportJob> {
      assertInto(options.into)
      if (job && job.phase !== 'done' && job.phase !== 'failed')
        throw new ConflictError('Another import is in progress. Finish or cancel it first.')
      const before = job
      const id = randomBytes(8).toString('hex')
      const folder = workFolderOf(privateDir, id)
      const file = join(folder, `upload${UPLOAD_EXTENSIONS.find((one) => name.toLowerCase().endsWith(one)) ?? ''}`)
      const parts = { plan: null, report: null, problem: null }
      job = { id, name: cutText(name, NAME_MAX_CHARACTERS), by, file, options, phase: 'uploading', ...parts }
      cancel = new AbortController()
      progress = { done: 0, total: size }
      const { signal } = cancel
      try {
        if (before) await removeWorkFolder(workFolderOf(privateDir, before.id))
        await ensurePrivateDir(folder)
        await receive(body, file, (done) => {
          signal.throwIfAborted()
          progress = { done, total: size }
        })
        signal.throwIfAborted()
        progress = { done: 0, total: 0 }
        await set({ phase: 'reading' })
      } catch (error) {
        if (job?.id === id) job = undefined
        await removeWorkFolder(folder)
        throw error
      }
      const one = job
      void mutex(() => planJob(one))
      return shown(one)
    },
    /** Starts to write what was planned. Throws `NotFoundError`, and `ConflictError` for a job that is not planned. */
    async confirm(id: string): Promise<ImportJob> {
      const one = jobOf(id)
      if (one.phase !== 'planned') throw new ConflictError('This import cannot be started now.')
      progress = { done: 0, total: 0 }
      try {
        await set({ phase: 'writing' })
      } catch (error) {
        job = one
        throw error
      }
      void mutex(() => writeJob(one))
      return shown(jobOf(id))
    },
    /** Cancels an import that is not written yet, or dismisses one that has ended. Throws `NotFoundError`, and `ConflictError` while it writes. */
    async remove(id: string): Promise<void> {
      const { phase } = jobOf(id)
      if (phase === 'writing') throw new ConflictError('This import is being written and cannot be canceled any more.')
      const folder = workFolderOf(privateDir, id)
      cancel.abort(new ConflictError(CANCELED))
      job = undefined
      prepared = undefined
      // So that a restart does not continue it.
      await rm(join(folder, 'job.json'), { force: true })
      // Its last step may still read its files.
      const removed = mutex(() => removeWorkFolder(folder))
      if (phase === 'reading') removed.catch(notRemoved)
      else await removed
    },
    /** Continues the job of the last run, and deletes what is left of others. */
    async resume(): Promise<void> {
      const names = await readdir(join(importsFolder(privateDir), 'work')).catch(() => [])
      for (const name of names.filter((one) => !one.startsWith(COMMAND))) {
        const found = await readJob(join(workFolderOf(privateDir, name), 'job.json'))
        if (found === 'unknown') continue
        if (found === 'damaged' || job) await removeWorkFolder(workFolderOf(privateDir, name))
        else {
          stored = found
          job = found.known
        }
      }
      const one = job
      if (one?.phase === 'writing') void mutex(() => writeJob(one))
      else if (one?.phase === 'reading' || one?.phase === 'planned') void mutex(() => planJob(one))
    },
    /** Resolves when the step in progress has ended. */
    idle: (): Promise<void> => mutex(async () => {}),
    /** Ends after the posts in progress; the next start continues. */
    async close(): Promise<void> {
      stop.abort(new ImportFailedError('The site is closing.'))
      await mutex(async () => {})
    },
  }
}

/** Throws `UnreadableSourceError` for more than 1 GB, and where the disk would be full. */
async function receive(
  body: AsyncIterable<Uint8Array>,
  file: string,
  onProgress: (bytes: number) => void,
): Promise<void> {
  const { bavail, bsize } = await statfs(join(file, '..'))
  const max = Math.min(UPLOAD_MAX_BYTES, bavail * bsize - UNZIP_LIMITS.minFreeBytes)
  const sink = Bun.file(file).writer({ highWaterMark: 1_000_000 })
  let size = 0
  try {
    for await (const chunk of body) {
      size += chunk.length
      if (size > UPLOAD_MAX_BYTES)
        throw new UnreadableSourceError(
          'This file is larger than 1 GB. Import it from the shell: bun run import FOLDER.',
        )
      if (size > max) throw new UnreadableSourceError('The disk of the site has too little free space for this file.')
      sink.write(chunk)
      await sink.flush()
      onProgress(size)
    }
    if (size === 0) throw new UnreadableSourceError('This file is empty. Export it again.')
  } finally {
    await sink.end()
  }
}
