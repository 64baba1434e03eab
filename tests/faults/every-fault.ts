import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { createContent } from '#server/content/store.ts'
import { createLog } from '#server/http/log.ts'
import { eventually } from '#tests/helpers/eventually.ts'
import { type Fault, type FaultyDisk, faults, faultyDisk } from './faulty-disk.ts'
import { aSite, type Site, type State } from './site.ts'

/** How a file ends up; `null`: gone. */
export type Becomes = Record<string, ((text: string, before: string) => boolean) | null>
export type Operation = {
  name: string
  /** Beside the content that every round begins with. */
  prepare?(site: Site, round: string): Promise<void>
  act(site: Site, round: string): Promise<Response>
  /** What of the state changes, and how; everything else stays as it was. */
  becomes(round: string): Becomes
  /** Of what becomes: this may come later, too. */
  later?: string
  /** Where another operation does the same with the disk, not every fault is worth its time. */
  kinds?: readonly Fault[]
}

/** More than any operation makes. */
const CALLS_MAX = 80

type Options = Parameters<typeof aSite>[1] & {
  posts?: Record<string, string>
  /** What else has to be so after a round. */
  check?(site: Site): Promise<void>
}

/**
 * Lets every call to the disk of an operation fail, each in a round of its own, until one comes through without a failure.
 * Whatever fails: all of it is done, or nothing; the answer says which; the site lives, remembers what the disk says,
 * leaves nothing half written, and does it when asked again. A test for each.
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
      // First: the site opens its logs once.
      disk = faultyDisk()
      on = await aSite(posts, site)
    })
    afterAll(async () => {
      disk.release()
      await on.close()
    })
    for (const operation of operations) {
      test(operation.name, () => everyFault(operation, on, disk, check), 60_000)
    }
  })
}

async function everyFault(operation: Operation, site: Site, disk: FaultyDisk, check: Options['check']) {
  for (const fault of operation.kinds ?? faults) {
    for (let nth = 1; ; nth++) {
      expect(nth).toBeLessThan(CALLS_MAX)
      const round = `${operation.name.replace(/[^a-z]+/gi, '-')}-${fault.toLowerCase()}-${nth}`
      const failed = await oneRound(operation, site, disk, { fault, nth, round })
      await check?.(site)
      if (failed) continue
      // Else nothing would have been tested: only what writes no text has no half of it.
      expect(nth).toBeGreaterThan(fault === 'EIO' || fault === 'crash' ? 2 : 0)
      break
    }
  }
}

type Round = { fault: Fault; nth: number; round: string }

/** Whether something failed. */
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
  // What no answer waits for may still be writing.
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

/** Whether the operation is done. Throws where it is half done, or something else has changed. */
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

/** It says that it is done only where it is; it says that it is not although it is only where that may not outlive a power cut. */
async function expectHonest(answer: Response, isDone: boolean, failed: string | undefined, summary: string) {
  if (answer.ok) return expect([summary, isDone]).toEqual([summary, true])
  expect([summary, answer.status >= 500]).toEqual([summary, true])
  expect([summary, (await answer.json()).message]).toEqual([summary, expect.stringMatching(/try again/)])
  if (isDone)
    expect([summary, failed]).toEqual([summary, expect.stringMatching(/^(?:open|sync) folder$|^open log$|^sync$/)])
}

/** What the site shows is what the folder says. */
async function expectInStep(site: Site, summary: string) {
  const fresh = await createContent({ dir: `${site.dir}/content`, log: createLog('error', () => {}) })
  const seen = ({ posts, categories, tags }: ReturnType<typeof fresh.snapshot>) => [
    ...[...posts.values()].map(({ id, revision }) => `${id} ${revision}`).sort(),
    ...[...categories.keys(), ...tags.keys()].sort(),
  ]
  expect([summary, seen(site.app().content.snapshot())]).toEqual([summary, seen(fresh.snapshot())])
}
