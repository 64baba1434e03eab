import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { createContent } from '#server/content/store.ts'
import { createLog } from '#server/lib/log.ts'
import { eventually } from '#tests/helpers/eventually.ts'
import { isFullRun } from '#tests/helpers/full-run.ts'
import { type Fault, type FaultyDisk, faults, faultyDisk } from './faulty-disk.ts'
import { aSite, type Site, type State } from './site.ts'

/** The final state of a file; `null` means deleted. */
export type Becomes = Record<string, ((text: string, before: string) => boolean) | null>
export type Operation = {
  name: string
  /** In addition to the content that every round starts with. */
  prepare?(site: Site, round: string): Promise<void>
  act(site: Site, round: string): Promise<Response>
  /** The part of the state that changes; everything else must stay. */
  becomes(round: string): Becomes
  /** A part of the new state that may appear later. */
  later?: string
  /** Limits the faults where another operation uses the disk in the same way. */
  kinds?: readonly Fault[]
}

/** More calls than any operation makes. */
const CALLS_MAX = 80
/** `bun run test` fails every call of the first operation with EIO, and otherwise every fourth call, beginning with a different one. */
const STRIDE = isFullRun ? 1 : 4

type Options = Parameters<typeof aSite>[1] & {
  posts?: Record<string, string>
  /** Further checks after a round. */
  check?(site: Site): Promise<void>
}

/**
 * Fails every disk call of an operation, each in its own round, until a round completes without a failure. After any failure, the
 * operation is done completely or not at all, and the response says which; the site lives, agrees with the disk, leaves no temporary
 * files, and completes a retry. One test per fault.
 */
export function everyOperation(
  title: string,
  operations: readonly Operation[],
  { posts = {}, ...options }: Options = {},
) {
  const { check, ...site } = options
  describe(title, () => {
    let on: Site
    let disk: FaultyDisk
    beforeAll(async () => {
      // First, because the site opens its logs once.
      disk = faultyDisk()
      on = await aSite(posts, site)
    })
    afterAll(async () => {
      disk.release()
      await on.close()
    })
    for (const [index, operation] of operations.entries()) {
      test(operation.name, () => everyFault(operation, index, on, disk, check), 60_000)
    }
  })
}

async function everyFault(operation: Operation, index: number, site: Site, disk: FaultyDisk, check: Options['check']) {
  for (const [kind, fault] of (operation.kinds ?? faults).entries()) {
    const stride = index === 0 && fault === 'EIO' ? 1 : STRIDE
    for (let nth = 1 + ((index + kind) % stride); ; nth += stride) {
      expect(nth).toBeLessThan(CALLS_MAX)
      const round = `${operation.name.replace(/[^a-z]+/gi, '-')}-${fault.toLowerCase()}-${nth}`
      const failed = await oneRound(operation, site, disk, { fault, nth, round })
      await check?.(site)
      if (failed) continue
      // Guards against an operation without faults: only one that writes no text has no partial write.
      expect(nth).toBeGreaterThan(fault === 'EIO' || fault === 'crash' ? 2 : 0)
      break
    }
  }
}

type Round = { fault: Fault; nth: number; round: string }

/** Whether a fault occurred. */
async function oneRound(operation: Operation, site: Site, disk: FaultyDisk, { fault, nth, round }: Round) {
  await site.reset()
  await operation.prepare?.(site, round)
  const before = await site.state()
  const expected = { becomes: operation.becomes(round), later: operation.later }
  disk.failAt(nth, fault)
  const answer = await operation.act(site, round)
  if (fault === 'crash') await site.stop()
  const failed = disk.failed()
  disk.repair()
  if (fault === 'crash') await site.begin()
  const summary = `${round}, ${failed ?? 'nothing'} failed`

  const isDone = isNew(before, await site.state(), expected, summary)
  if (fault !== 'crash') await expectHonest(answer, isDone, failed, summary)
  await expectInStep(site, summary)
  // Background work may still be writing.
  await eventually(site.leftOver, (files) => files.length === 0)
  if (!isDone) {
    await site.login()
    const again = await operation.act(site, round)
    expect([summary, again.ok]).toEqual([summary, true])
    expect([summary, isNew(before, await site.state(), expected, summary)]).toEqual([summary, true])
  }
  return failed !== undefined
}

type Expected = { becomes: Becomes; later: string | undefined }

/** Whether the operation is done. Throws when it is partially done or something else changed. */
function isNew(before: State, after: State, { becomes, later }: Expected, summary: string): boolean {
  const changed = [...new Set([...before.keys(), ...after.keys()])].filter(
    (file) => before.get(file) !== after.get(file),
  )
  if (changed.every((file) => file === later)) return false
  const due = Object.keys(becomes).filter((file) => file !== later || changed.includes(file))
  expect([summary, changed.sort()]).toEqual([summary, due.sort()])
  for (const file of due) {
    const isRight = becomes[file] ?? null
    const text = after.get(file)
    const right = isRight === null ? text === undefined : text !== undefined && isRight(text, before.get(file) ?? '')
    if (!right) throw new Error(`${summary}: ${file} is neither old nor new:\n${text}`)
  }
  return true
}

/** Reports success only when it is done; reports failure of a completed operation only when it might not survive a power cut. */
async function expectHonest(answer: Response, isDone: boolean, failed: string | undefined, summary: string) {
  if (answer.ok) return expect([summary, isDone]).toEqual([summary, true])
  expect([summary, answer.status >= 500]).toEqual([summary, true])
  expect([summary, (await answer.json()).message]).toEqual([summary, expect.stringMatching(/try again/)])
  if (isDone)
    expect([summary, failed]).toEqual([summary, expect.stringMatching(/^(?:open|sync) folder$|^open log$|^sync$/)])
}

/** The site shows the state of the folder. */
async function expectInStep(site: Site, summary: string) {
  const fresh = await createContent({ dir: `${site.dir}/content`, log: createLog('error', () => {}) })
  const seen = ({ posts, categories, tags }: ReturnType<typeof fresh.snapshot>) => [
    ...[...posts.values()].map(({ id, revision }) => `${id} ${revision}`).sort(),
    ...[...categories.keys(), ...tags.keys()].sort(),
  ]
  expect([summary, seen(site.app().content.snapshot())]).toEqual([summary, seen(fresh.snapshot())])
}
