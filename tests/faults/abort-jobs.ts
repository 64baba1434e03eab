import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readlink, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isTemporary } from '#server/storage/files.ts'
import { eventually } from '#tests/helpers/eventually.ts'
import { type Job, jobs } from './abortable-jobs.ts'

/** `bun tests/faults/abort-jobs.ts POSTS JOB,… FRACTION…`: aborts each job after these parts of its time. Prints a line of JSON with what it left. */
const DESCRIPTORS = '/proc/self/fd'
/** Streams close their files a moment after they are ended. */
const CLOSE_LIMIT_MS = 3_000
const COLLECTIONS = 3

export type AbortedJob = { job: string; ms: number; aborted: number; left: string[] }

/** The files below a folder that this process has open, and the temporary ones that it has left there. */
async function leftIn(root: string): Promise<string[]> {
  const numbers = existsSync(DESCRIPTORS) ? await readdir(DESCRIPTORS) : []
  const targets = await Promise.all(numbers.map((number) => readlink(join(DESCRIPTORS, number)).catch(() => '')))
  const open = targets.filter((target) => target.startsWith(root)).map((target) => `open: ${target}`)
  const files = (await readdir(root, { recursive: true })).filter(
    (path) => isTemporary(path.split('/').at(-1) ?? '') || /^backup-|\/imports\/work\/./.test(path),
  )
  return [...open, ...files.map((file) => `left: ${file}`)]
}

/** Lets the garbage collector close leaked handles, which ends this process. */
async function collectGarbage(): Promise<void> {
  for (let count = 0; count < COLLECTIONS; count++) {
    Bun.gc(true)
    await Bun.sleep(10)
  }
}

const abortedAfter = (ms: number): AbortSignal => {
  const stop = new AbortController()
  setTimeout(() => stop.abort(new Error('Aborted by the test.')), ms).unref()
  return stop.signal
}

/** Returns whether the job was aborted. One that was faster this time is aborted earlier. */
async function runUntil(run: Job, ms: number): Promise<boolean> {
  const signal = abortedAfter(ms)
  await run(signal).catch((error) => {
    if (!signal.aborted) throw error
  })
  return signal.aborted || (ms > 1 && runUntil(run, ms / 2))
}

async function abort(name: string, run: Job, fractions: readonly number[], root: string): Promise<AbortedJob> {
  const before = new Set(await leftIn(root))
  const unstopped = () => run(new AbortController().signal)
  // The first run loads code.
  await unstopped()
  const began = performance.now()
  await unstopped()
  const ms = performance.now() - began
  const left = new Set<string>()
  let aborted = 0
  for (const fraction of fractions) {
    if (await runUntil(run, ms * fraction)) aborted++
    const now = async () => (await leftIn(root)).filter((one) => !before.has(one))
    for (const one of await eventually(now, ({ length }) => length === 0, CLOSE_LIMIT_MS).catch(now))
      left.add(`after ${Math.round(fraction * 100)} %: ${one}`)
    await collectGarbage()
  }
  return { job: name, ms: Math.round(ms), aborted, left: [...left] }
}

/** On folders of its own. */
async function abortOn(name: string, posts: number, fractions: readonly number[]): Promise<AbortedJob> {
  const root = await mkdtemp(join(tmpdir(), 'aborted-jobs-'))
  const parent = process.env.TMPDIR
  // What the job puts into the folder for temporary files is found, too.
  process.env.TMPDIR = root
  const ends: (() => unknown)[] = []
  try {
    const run = await jobs[name]?.({ root, posts, ends })
    if (!run) throw new Error(`There is no job ${name}.`)
    return await abort(name, run, fractions, root)
  } finally {
    for (const end of ends) await end()
    await rm(root, { recursive: true, force: true })
    if (parent === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = parent
  }
}

if (import.meta.main) {
  const [posts = '', names = '', ...fractions] = process.argv.slice(2)
  for (const name of names.split(','))
    console.log(JSON.stringify(await abortOn(name, Number(posts), fractions.map(Number))))
  process.exit(0)
}
