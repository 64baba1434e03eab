import { gitAtWork, gitState } from '#server/git/index-lock.ts'
import type { ChangePlan, FileChange } from './content.ts'
import { InvalidContentError } from './errors.ts'
import { ContentFileError } from './file-error.ts'
import { textOrGone } from './file-text.ts'
import type { Snapshot } from './snapshot.ts'

/** For so long a change waits for files that never rest, and for one lock of git's: it may have been left behind. */
const MAX_WAIT_MS = 3_000
const POLL_INTERVAL_MS = 5

/** `isStill`: whether every file that the plan was made from is still the same, or at last git was not at work since, and writes none. */
type Planned = { changes: readonly FileChange[]; isStill(): Promise<boolean> }
type Read = Parameters<ChangePlan>[2]
type Options = { dir: string; plan: ChangePlan; now(): Snapshot; read: Read; patienceMs?: number }

/**
 * Plans a change from files that rest. In the middle of somebody's `git switch` a file may be away, or half there: what was
 * planned from that is planned again, and a refusal of it is none. Gives one plan after the other, until one is carried out.
 */
export function plansAtRest({ dir, plan, now, read, patienceMs = MAX_WAIT_MS }: Options): () => Promise<Planned> {
  const deadline = performance.now() + patienceMs
  const isLate = () => performance.now() > deadline
  const atWork = () => (isLate() ? gitAtWork(dir, patienceMs) : gitAtWork(dir))

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
    const git = await gitState(dir)
    const [result] = await Promise.allSettled([planned(plan, [now(), (file) => textOrGone(noting(file)), noting])])
    return {
      result,
      isStill: async () =>
        !(await atWork()) &&
        (isLate() ? git === (await gitState(dir)) : (await Promise.all([...seen.keys()].map(isSame))).every(Boolean)),
    }
  }

  return async function next() {
    for (;;) {
      while (await atWork()) await Bun.sleep(POLL_INTERVAL_MS)
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
    throw error instanceof ContentFileError
      ? new InvalidContentError('Nothing was saved: a file could not be edited.')
      : error
  }
}
