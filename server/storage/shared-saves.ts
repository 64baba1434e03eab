import type { FileBytes } from '#server/lib/bytes.ts'

/** A save of one replica, for the others: its files by their paths in the checkout. `at` is ISO 8601. */
export type RecordedSave = {
  /** A UUID. */
  id: string
  at: string
  /** The first line of its commit. */
  subject: string
  /** The post, category or tag. */
  contentId?: string | undefined
  via?: string | undefined
  /** `undefined`: the site itself. */
  editor?: { name: string; email: string } | undefined
  files: readonly { path: string; before: FileBytes; after: FileBytes }[]
}

/** A save that its replica gives up. `problem`: why no replica can make it. */
export type ReleasedSave = { save: RecordedSave; problem?: string }

/** A save that no replica could make, and why. Of one that cannot be read, only the paths of its files are known. */
export type StuckSave = RecordedSave & { problem: string; isUnreadable?: true }

/** A replica as the others know it. `host`: the name of its machine or container; empty for a version that does not record it. */
export type KnownReplica = { host: string; isThis: boolean; seenAt: Date; syncedAt: Date | undefined }

/** What replicas that follow one git remote know of each other's saves. Functions throw `DatabaseAwayError`. */
export type SharedSaves = {
  /**
   * Records a save until it is pushed. Returns the ids of other replicas' saves of the same files that are not known here: if
   * there is one, nothing is recorded. `isLarge`: its files are named, so that no other replica saves them until then, but only its own replica has them.
   */
  record(save: RecordedSave, isKnown: (id: string) => boolean, isLarge: boolean): Promise<string[]>
  /** Lets any replica make these saves at once. Those that are stuck already stay so. */
  release(saves: readonly ReleasedSave[]): Promise<void>
  withdraw(id: string): Promise<void>
  /** Tells the others, every few seconds, that this replica lives and pushes its own saves, and when it was equal to the remote. */
  heartbeat(syncedAt: Date | undefined): Promise<void>
  /** The replicas with a heartbeat in the last minutes, by their hosts. */
  replicas(): Promise<KnownReplica[]>
  /**
   * The saves of other replicas that have no heartbeat any more or take too long to push, in their order. Those that no replica
   * can read are rejected, so that they block no others.
   */
  abandoned(): Promise<RecordedSave[]>
  /** These saves are on the remote. Tells the other replicas to fetch. */
  markPushed(ids: readonly string[]): Promise<void>
  /** A person has to make this change; it blocks no others. */
  reject(id: string, reason: string): Promise<void>
  /** The rejected saves, in their order. */
  stuck(): Promise<StuckSave[]>
  /** A person has made or discarded a rejected save. Returns whether there was one. */
  dismiss(id: string): Promise<boolean>
  /** Runs a job while no other replica pushes. While the database is away, and after some seconds, it runs without the lock. */
  withPushLock<T>(job: () => Promise<T>): Promise<T>
  /** Calls `listener` after each push, and when pushes may have been missed. Returns how to end that. */
  onPush(listener: () => void): () => void
}
