import { BadFile } from './bad-file.ts'
import type { ChangePlan, FileChange } from './content.ts'
import { textOrGone } from './file-text.ts'
import { ContentRefused } from './refusals.ts'
import type { Snapshot } from './snapshot.ts'
import { gitAtWork } from './watch/git-lock.ts'

/** Git writes its files one by one: a change waits until it is done, but not for a lock that stays. */
const PATIENCE_MS = 3_000
const LOOK_EVERY_MS = 5

/** `isStill`: whether every file that the plan was made from is still the same, and git writes none. */
type Planned = { changes: readonly FileChange[]; isStill(): Promise<boolean> }
type Read = Parameters<ChangePlan>[2]
type Options = { dir: string; plan: ChangePlan; now(): Snapshot; read: Read }

/**
 * Plans a change from files that rest. In the middle of somebody's `git switch` a file may be away, or half there: what was
 * planned from that is planned again, and a refusal of it is none. Gives one plan after the other, until one is carried out.
 */
export function plansAtRest({ dir, plan, now, read }: Options): () => Promise<Planned> {
  const deadline = performance.now() + PATIENCE_MS
  const isLate = () => performance.now() > deadline

  async function attempt(): Promise<{
    isStill: Planned['isStill']
    result: PromiseSettledResult<readonly FileChange[]>
  }> {
    const seen = new Map<string, Uint8Array | undefined>()
    const noting: Read = async (file) => {
      const bytes = await read(file).catch((error) => {
        seen.set(file, undefined)
        throw error
      })
      seen.set(file, bytes)
      return bytes
    }
    const isSame = async (file: string) => Bun.deepEquals(await read(file).catch(() => undefined), seen.get(file))
    const [result] = await Promise.allSettled([planned(plan, [now(), (file) => textOrGone(noting(file)), noting])])
    return {
      result,
      isStill: async () =>
        isLate() || ((await Promise.all([...seen.keys()].map(isSame))).every(Boolean) && !(await gitAtWork(dir))),
    }
  }

  return async function next() {
    for (;;) {
      while (!isLate() && (await gitAtWork(dir))) await Bun.sleep(LOOK_EVERY_MS)
      const { result, isStill } = await attempt()
      if (!(await isStill())) continue
      if (result.status === 'rejected') throw result.reason
      return { changes: result.value, isStill }
    }
  }
}

/** A plan that meets a file it cannot edit is refused like one that would write such a file. */
async function planned(plan: ChangePlan, from: Parameters<ChangePlan>) {
  try {
    return await plan(...from)
  } catch (error) {
    throw error instanceof BadFile ? new ContentRefused('Nothing was saved: a file could not be edited.') : error
  }
}
