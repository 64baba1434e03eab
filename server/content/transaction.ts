import { bytesOf } from '#server/lib/bytes.ts'
import { ContentFileError } from '#server/lib/text-file.ts'
import type { FileChange, Transaction } from './content.ts'
import { textOrGone } from './content-files.ts'
import { ContentNotFoundError, InvalidContentError } from './errors.ts'
import type { Snapshot } from './snapshot.ts'
import type { watchGit } from './watch-content.ts'
import { ConcurrentModificationError } from './writer.ts'

/** How long a change waits for files that keep changing, and for one git lock, which may have been left behind by a crash. */
const MAX_WAIT_MS = 3_000
const POLL_INTERVAL_MS = 5

type ReadBytes = (file: string) => Promise<Uint8Array>
/** What an attempt would change, and whether every input that it read is still the same. */
export type Attempt = { changes: readonly FileChange[]; isUnchanged(): Promise<boolean> }

/** A transaction that notes each file it reads and holds its writes back. */
function beginTransaction(snapshot: Snapshot, readFromDisk: ReadBytes) {
  const seen = new Map<string, Uint8Array | undefined>()
  const changes = new Map<string, FileChange>()

  async function readBytes(file: string): Promise<Uint8Array> {
    const own = changes.get(file)
    if (!own) seen.set(file, undefined)
    const bytes = own ? bytesOf(own) : await readFromDisk(file)
    if (!bytes) throw new ContentNotFoundError()
    if (!own) seen.set(file, bytes)
    return bytes
  }

  const exists = (file: string): Promise<boolean> =>
    readBytes(file).then(
      () => true,
      (error) => {
        if (error instanceof ContentNotFoundError) return false
        if (error instanceof ContentFileError) return true
        throw error
      },
    )

  const isSame = async ([file, bytes]: [string, Uint8Array | undefined]) =>
    Bun.deepEquals(await readFromDisk(file).catch(() => undefined), bytes)

  const tx: Transaction = {
    snapshot,
    read: (file) => textOrGone(readBytes(file)),
    readBytes,
    exists,
    write: (file, data) => void changes.set(file, { file, data }),
    remove: (file) => void changes.set(file, { file, data: null }),
    rollback: () => changes.clear(),
  }
  return {
    tx,
    changes: () => [...changes.values()],
    isUnchanged: async () => (await Promise.all([...seen].map(isSame))).every(Boolean),
  }
}

type RetryOptions = { git: ReturnType<typeof watchGit>; snapshot(): Snapshot; read: ReadBytes; maxWaitMs?: number }

/**
 * Runs a change against a stable working tree and commits it. If git is busy or an input changes meanwhile, the result is
 * discarded, a rejection included, and `work` runs again in a new transaction. `commit` throws
 * `ConcurrentModificationError` where an input changed at the last moment.
 */
export async function withOptimisticRetry<T>(
  { git, snapshot, read, maxWaitMs = MAX_WAIT_MS }: RetryOptions,
  work: (tx: Transaction) => Promise<T>,
  commit: (attempt: Attempt, value: T) => Promise<void>,
): Promise<T> {
  const deadline = performance.now() + maxWaitMs
  const isLate = () => performance.now() > deadline
  const isBusy = () => git.isBusy(isLate() ? maxWaitMs : undefined)
  for (;;) {
    while (await isBusy()) await Bun.sleep(POLL_INTERVAL_MS)
    const version = await git.indexVersion()
    const { tx, changes, isUnchanged: areFilesUnchanged } = beginTransaction(snapshot(), read)
    const [result] = await Promise.allSettled([work(tx)])
    // After the deadline, only a checkout in between makes the result void: a file that never rests must not block saves.
    const isUnchanged = async () =>
      !(await isBusy()) && (isLate() ? version === (await git.indexVersion()) : await areFilesUnchanged())
    if (!(await isUnchanged())) continue
    if (result.status === 'rejected') throw asInvalidContent(result.reason)
    try {
      await commit({ changes: changes(), isUnchanged }, result.value)
      return result.value
    } catch (error) {
      if (!(error instanceof ConcurrentModificationError)) throw error
    }
  }
}

/** A file that cannot be edited rejects the change like one that could not be read again. */
const asInvalidContent = (error: unknown) =>
  error instanceof ContentFileError ? new InvalidContentError('Nothing was saved: a file could not be edited.') : error
