import { errorFields, type Log } from '#server/http/log.ts'
import type { RecordedSave, SharedSaves } from '#server/storage/shared-saves.ts'

/** Every replica pushes its own saves sooner, unless it has died or cannot reach the remote. */
const LEFT_AFTER_MS = 5_000

type ReplicasOptions = {
  saves: SharedSaves
  /** Makes the save of another replica here, as a commit. Returns whether it is on the remote already. */
  recover(save: RecordedSave): Promise<boolean>
  log: Log
}
export type Replicas = ReturnType<typeof createReplicas>

/** How replicas that follow one remote help each other. While the database is away, each works alone. */
export function createReplicas({ saves, recover, log }: ReplicasOptions) {
  const leftSaves = () =>
    saves.waiting(LEFT_AFTER_MS).catch((error) => {
      log.debug('saves of other replicas not read', errorFields(error))
      return []
    })
  /** The records say so later: other replicas find the saves on the remote. */
  const markPushed = (ids: readonly string[]) =>
    saves.markPushed(ids).catch((error) => log.debug('push not announced', errorFields(error)))

  return {
    onPush: saves.onPush,
    withPushLock: saves.withPushLock,
    afterPush: markPushed,
    hasLeftSaves: async () => (await leftSaves()).length > 0,
    /** Makes the saves that their replicas have left, in their order, up to one that fails for now. Never throws. */
    async recover(): Promise<void> {
      const pushed: string[] = []
      try {
        for (const save of await leftSaves()) if (await recover(save)) pushed.push(save.id)
      } catch (error) {
        log.warn('save of another replica waits', errorFields(error))
      }
      if (pushed.length > 0) await markPushed(pushed)
    },
  }
}
