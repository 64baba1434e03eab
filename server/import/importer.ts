import { randomBytes } from 'node:crypto'
import { readdir, statfs } from 'node:fs/promises'
import { extname, join } from 'node:path'
import * as v from 'valibot'
import { errorFields, type Log } from '#server/http/log.ts'
import { ConflictError, DomainError, NotFoundError, OperatorError } from '#server/lib/errors.ts'
import { ensurePrivateDir, readText, writePrivateFile } from '#server/storage/files.ts'
import { ImportFailedError, UnreadableSourceError } from './errors.ts'
import type { ImportPlan } from './plan.ts'
import { assertInto, type SourceOptions } from './read-source.ts'
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
import { UNZIP_LIMITS, UPLOAD_MAX_BYTES } from './unzip.ts'
import type { ImportReport } from './write.ts'

/** An upload waits for its plan to be confirmed; `done` and `failed` are shown until they are dismissed. */
export type JobPhase = 'reading' | 'planned' | 'writing' | 'done' | 'failed'

/** The import of the dashboard, at most one at a time. */
export type ImportJob = {
  id: string
  /** The name of the upload. */
  name: string
  phase: JobPhase
  /** Posts; `total` is 0 while it is unknown. */
  progress: { done: number; total: number }
  plan: ImportPlan | null
  report: ImportReport | null
  /** Why the import failed, and what to do. */
  problem: string | null
}

const StoredJobSchema = v.object({
  id: v.pipe(v.string(), v.regex(/^[0-9a-f]{16}$/)),
  name: v.string(),
  file: v.string(),
  options: v.object({ into: v.string(), pages: v.boolean(), permalink: v.optional(v.string()) }),
  phase: v.picklist(['reading', 'planned', 'writing', 'done', 'failed']),
  plan: v.custom<ImportPlan | null>((value) => typeof value === 'object'),
  report: v.custom<ImportReport | null>((value) => typeof value === 'object'),
  problem: v.nullable(v.string()),
})
type StoredJob = v.InferOutput<typeof StoredJobSchema>

const EXTENSIONS = ['.zip', '.xml', '.json']
const NAME_MAX_CHARACTERS = 200

export type Importer = ReturnType<typeof createImporter>

/**
 * Imports of uploads in the background: upload, plan, confirmation, report. A job survives a restart: `resume` plans it again,
 * or continues to write it. Images of other sites are never fetched.
 */
export function createImporter(deps: Omit<ImportDeps, 'network'> & { log: Log }) {
  const { privateDir, log } = deps
  let job: StoredJob | undefined
  let progress = { done: 0, total: 0 }
  let prepared: PreparedImport | undefined
  let work: Promise<void> = Promise.resolve()
  const stop = new AbortController()

  const shown = ({ id, name, phase, plan, report, problem }: StoredJob): ImportJob => ({
    ...{ id, name, phase, progress, plan, report, problem },
  })

  async function set(changes: Partial<StoredJob>): Promise<void> {
    if (!job) return
    job = { ...job, ...changes }
    await writePrivateFile(join(workFolderOf(privateDir, job.id), 'job.json'), JSON.stringify(job))
  }

  /** Runs one step of the job under the lock. Never throws: a failure ends the job with a reason. */
  async function step(run: () => Promise<void>): Promise<void> {
    try {
      const lock = await lockImports(privateDir)
      await run().finally(lock.release)
    } catch (error) {
      // The next start continues.
      if (stop.signal.aborted) return
      const isExpected = error instanceof DomainError || error instanceof OperatorError
      if (!isExpected) log.error('import failed', errorFields(error))
      const problem = isExpected ? error.message : 'The import failed. The log of the site says why.'
      await set({ phase: 'failed', problem }).catch((failure) =>
        log.error('import job not stored', errorFields(failure)),
      )
    }
  }

  async function prepare({ id, file, options }: StoredJob): Promise<PreparedImport> {
    progress = { done: 0, total: 0 }
    prepared = await prepareImport(deps, {
      ...options,
      ...{ source: file, workFolder: workFolderOf(privateDir, id), fetchImages: false, signal: stop.signal },
      onProgress: (_, done, total) => {
        progress = { done, total }
      },
    })
    return prepared
  }

  const planJob = (one: StoredJob) =>
    step(async () => {
      const { plan } = await prepare(one)
      await set({ phase: 'planned', plan })
    })

  const writeJob = (one: StoredJob) =>
    step(async () => {
      const { plan, write } = prepared ?? (await prepare(one))
      await set({ phase: 'writing', plan })
      await set({ phase: 'done', report: await write() })
      prepared = undefined
    })

  function jobOf(id: string): StoredJob {
    if (job?.id !== id) throw new NotFoundError('There is no such import any more.')
    return job
  }

  return {
    job: (): ImportJob | undefined => job && shown(job),
    /**
     * Streams an upload to the disk and starts to plan its import. Throws `ConflictError` while there is another job,
     * `UnreadableSourceError` for wrong options and for more than 1 GB, and what the disk throws.
     */
    async upload(name: string, body: AsyncIterable<Uint8Array>, options: SourceOptions): Promise<ImportJob> {
      assertInto(options.into)
      if (job && job.phase !== 'done' && job.phase !== 'failed')
        throw new ConflictError('Another import is in progress. Finish or cancel it first.')
      if (job) await removeWorkFolder(workFolderOf(privateDir, job.id))
      const id = randomBytes(8).toString('hex')
      const folder = workFolderOf(privateDir, id)
      const extension = extname(name).toLowerCase()
      const file = join(folder, `upload${EXTENSIONS.includes(extension) ? extension : ''}`)
      const parts = { plan: null, report: null, problem: null }
      job = { id, name: name.slice(0, NAME_MAX_CHARACTERS), file, options, phase: 'reading', ...parts }
      try {
        await ensurePrivateDir(folder)
        await receive(body, file)
        await set({})
      } catch (error) {
        job = undefined
        await removeWorkFolder(folder)
        throw error
      }
      work = planJob(job)
      return shown(job)
    },
    /** Starts to write what was planned. Throws `NotFoundError`, and `ConflictError` for a job that is not planned. */
    async confirm(id: string): Promise<ImportJob> {
      const one = jobOf(id)
      if (one.phase !== 'planned') throw new ConflictError('This import cannot be started now.')
      await set({ phase: 'writing' })
      work = work.then(() => writeJob(one))
      return shown(jobOf(id))
    },
    /** Cancels a planned import, or dismisses one that has ended. Throws `NotFoundError`, and `ConflictError` while it writes. */
    async remove(id: string): Promise<void> {
      const { phase } = jobOf(id)
      if (phase === 'writing' || phase === 'reading') throw new ConflictError('This import is being worked on.')
      job = undefined
      prepared = undefined
      await removeWorkFolder(workFolderOf(privateDir, id))
    },
    /** Continues the job of the last run, and deletes what is left of others. */
    async resume(): Promise<void> {
      const names = await readdir(join(importsFolder(privateDir), 'work')).catch(() => [])
      for (const name of names.filter((one) => !one.startsWith(COMMAND))) {
        const text = await readText(join(workFolderOf(privateDir, name), 'job.json')).catch(() => '')
        const stored = v.safeParse(v.pipe(v.string(), v.parseJson(), StoredJobSchema), text)
        if (!stored.success || job) await removeWorkFolder(workFolderOf(privateDir, name))
        else job = stored.output
      }
      if (job?.phase === 'writing') work = writeJob(job)
      else if (job?.phase === 'reading' || job?.phase === 'planned') work = planJob(job)
    },
    /** Resolves when the step in progress has ended. */
    idle: (): Promise<void> => work,
    /** Ends after the posts in progress; the next start continues. */
    async close(): Promise<void> {
      stop.abort(new ImportFailedError('The site is closing.'))
      await work
    },
  }
}

/** Throws `UnreadableSourceError` for more than 1 GB, and where the disk would be full. */
async function receive(body: AsyncIterable<Uint8Array>, file: string): Promise<void> {
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
    }
  } finally {
    await sink.end()
  }
}
