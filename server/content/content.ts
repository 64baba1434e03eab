import type { Rename } from '#server/content/snapshot/aliases.ts'
import type { Replaced } from '#server/content/snapshot/renames.ts'
import type { LoadedFiles, Snapshot } from '#server/content/snapshot/snapshot.ts'

/**
 * A change that is being prepared. Nothing is written before the callback has returned, and it may run again: where a file
 * that it read has changed, it starts over with a new transaction.
 */
export type Transaction = {
  /** All content at the start of the transaction, without its own writes. */
  readonly snapshot: Snapshot
  /** A file's text, its own writes included. Throws `ContentNotFoundError` where there is no file or no text. */
  read(file: string): Promise<string>
  /** Throws `ContentNotFoundError` where there is no file, and `ContentFileError` for a folder, a link or a file that is too large. */
  readBytes(file: string): Promise<Uint8Array>
  /** Whether anything has this name. A broken file is not in the snapshot, and must not be overwritten. */
  exists(file: string): Promise<boolean>
  write(file: string, data: string | Uint8Array): void
  remove(file: string): void
  /** Discards all writes so far: the change becomes a check. */
  rollback(): void
}

/** A change is held in memory, and twice in the journal. */
export const CHANGE_MAX_BYTES = 30_000_000

/** The administrator who makes a change, in its git commit. */
export type Editor = { name: string; email: string }

/** Describes a change for its git commit. */
export type ChangeNote = {
  /** `post: update "How to plan a bake"` */
  subject: string
  /** `undefined`: the site itself. */
  editor?: Editor | undefined
  /** The post, category or tag. */
  id?: string
  /** Files that were stored for it outside the content folder: an image in all widths. */
  files?: readonly string[]
  /** The same of files that the change deletes. They stay until it is on record: it may be rejected, or run again. */
  removed?: readonly string[]
  /** These files are the change: it is committed although no file of the content folder changes. */
  isOutside?: boolean
  /** The author, where that was not the dashboard. */
  via?: string
  /** A save of another replica, which is recorded already. `at` is ISO 8601. */
  recorded?: { saveId: string; at: string }
}

export type Note<T> = ChangeNote | ((value: T) => ChangeNote)

export type ChangeListener = (before: Snapshot, after: Snapshot, editor: Editor | undefined) => void

/** All content, and the one way to change it. */
export type Content = {
  snapshot(): Snapshot
  /** A file's text on the disk. Throws `ContentNotFoundError`. */
  read(file: string): Promise<string>
  /** The text that an entry of the snapshot was read from, whatever its file contains by now. Throws `ContentNotFoundError`. */
  text(entry: { file: string; revision: string }): Promise<string>
  /**
   * Runs `work` alone, validates and writes its changes atomically, and returns its value once they are on the disk and live.
   * Throws what `work` throws, and `InvalidContentError` where a file could not be read again: then nothing was written. With
   * a note, the change becomes one commit where the folder is in a git checkout; the caller does not wait for git. Posts in
   * `suffixed` may get another id than they want, as files of editors do; otherwise a taken id is invalid.
   */
  change<T>(work: (tx: Transaction) => Promise<T>, note?: Note<T>, suffixed?: ReadonlySet<string>): Promise<T>
  /** Called after each swap of the snapshot, before the change resolves. `editor`: who made it; `undefined` outside the dashboard. */
  onChange(listener: ChangeListener): void
  /**
   * Called with the snapshot whose co-located images are to be encoded: after a change, which resolves once they are, before
   * a reload of a few files is swapped in, and after one of many. Other changes do not wait for it. There is one listener; it
   * never rejects.
   */
  onImages(listener: (next: Snapshot) => Promise<void>): void
}

/** Content, and what the watcher, git and redirects do with it. */
export type ContentStore = Content & {
  /**
   * Reads these files again and swaps the snapshot once, or not at all where no content changed. A broken file keeps its
   * last good version. `isOutdated` is asked at the last moment, also without a change: if the files changed while they
   * were read, nothing is swapped, and the result is false.
   */
  reload(files: readonly string[], isOutdated?: () => Promise<boolean>): Promise<boolean>
  /**
   * Called after posts, categories or tags have disappeared, without a redirect, and others of their kind have appeared.
   * `moved`: posts whose id has changed although their file has not.
   */
  onReplaced(listener: (replaced: readonly Replaced[], moved: readonly Rename[]) => void): void
  /** The folder cannot be read: its content stays until the next `reload`, with this reason as a problem. */
  markUnavailable(reason: string): Promise<void>
  /** Redirects these old ids until the next start, although no file has them as aliases. */
  addRedirects(renames: readonly Rename[]): Promise<void>
  files(): LoadedFiles
  /** Runs a job that changes files of the folder while no save does, then reloads the files that it returns. */
  exclusively(job: () => Promise<readonly string[]>): Promise<void>
}
