import { errorFields, type Log } from '#server/lib/log.ts'
import type { RecordedSave, SharedSaves } from '#server/storage/shared-saves.ts'

const HEARTBEAT_MS = 2_000

type ReplicasOptions = {
  saves: SharedSaves
  /** Makes the save of another replica here, as a commit. Returns whether it is on the remote already. */
  recover(save: RecordedSave): Promise<boolean>
  log: Log
}
export type Replicas = ReturnType<typeof createReplicas>

/** How replicas that follow one remote help each other. While the database is away, each works alone. */
export function createReplicas({ saves, recover, log }: ReplicasOptions) {
  const abandonedSaves = () =>
    saves.abandoned().catch((error) => {
      log.debug('saves of other replicas not read', errorFields(error))
      return []
    })
  /** The records say so later: other replicas find the saves on the remote. */
  const markPushed = (ids: readonly string[]) =>
    saves.markPushed(ids).catch((error) => log.debug('push not announced', errorFields(error)))

  const heartbeat = (syncedAt: Date | undefined) =>
    void saves.heartbeat(syncedAt).catch((error) => log.debug('heartbeat not recorded', errorFields(error)))

  return {
    /** Calls `onPush` after pushes of others, and tells them that this replica lives while it can push. Returns how to end both. */
    join(onPush: () => void, canPush: () => boolean, syncedAt: () => Date | undefined): () => void {
      heartbeat(syncedAt())
      const timer = setInterval(() => canPush() && heartbeat(syncedAt()), HEARTBEAT_MS).unref()
      const stopListening = saves.onPush(onPush)
      return () => {
        clearInterval(timer)
        stopListening()
      }
    },
    withPushLock: saves.withPushLock,
    /** Lets any replica make these saves, this one included. Throws `StorageError`. */
    release: saves.release,
    afterPush: markPushed,
    hasAbandonedSaves: async () => (await abandonedSaves()).length > 0,
    /** Makes the saves that their replicas have abandoned, in their order, up to one that fails for now. Never throws. */
    async recover(): Promise<void> {
      const pushed: string[] = []
      try {
        for (const save of await abandonedSaves()) if (await recover(save)) pushed.push(save.id)
      } catch (error) {
        log.warn('save of another replica waits', errorFields(error))
      }
      if (pushed.length > 0) await markPushed(pushed)
    },
  }
}
