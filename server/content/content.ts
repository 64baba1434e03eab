import type { Snapshot } from './snapshot.ts'

/** One file to write or, with `data: null`, to delete. `file` is a path inside the content folder, made by us, never by a request. */
export type FileChange = { file: string; data: string | Uint8Array | null }

export const bytesOf = ({ data }: FileChange): Uint8Array | null =>
  typeof data === 'string' ? new TextEncoder().encode(data) : data

/**
 * A change that is being prepared. Nothing is written before the callback has returned, and it may run again: where a file
 * that it read has changed meanwhile, it starts over with a new transaction.
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

/** Describes a change for its git commit. */
export type ChangeNote = {
  /** `post: update "How to plan a bake"` */
  subject: string
  /** The post, category or tag. */
  id?: string
  /** Files that were stored for it outside the content folder: the widths of a picture. */
  files?: readonly string[]
  /** The author, where that was not the dashboard. */
  via?: string
}
/** A file before and after a save; `null`: there is none. `file` is its absolute path. */
export type SavedFile = { file: string; before: Uint8Array | null; after: Uint8Array | null }
/** Told what became of a save: it is on the disk, or it came to nothing. Neither throws. */
export type Recording = { done(): Promise<void>; undone(): Promise<void> }

/** All content, and the one way to change it. */
export type Content = {
  snapshot(): Snapshot
  /** A file's text, as it is now. Throws where it is gone. */
  read(file: string): Promise<string>
  /** The text that an entry of the snapshot was read from, whatever stands in its file by now. Throws where it is gone. */
  text(entry: { file: string; revision: string }): Promise<string>
  /**
   * Runs `work` alone, validates and writes its changes atomically, and returns its value once they are on the disk and live.
   * Throws what `work` throws, and `InvalidContentError` where a file could not be read again: then nothing was written. With
   * a note, the change becomes one commit where the folder is in a git checkout; the caller does not wait for git.
   */
  change<T>(work: (tx: Transaction) => Promise<T>, note?: ChangeNote | ((value: T) => ChangeNote)): Promise<T>
  /** Told after each swap, with the snapshots before and after. The change is acknowledged once every listener is done. */
  onChange(listener: (before: Snapshot, after: Snapshot) => void | Promise<void>): void
  /** Called with what the content becomes, before changed files of posts with folders are swapped in. Saves go on meanwhile. */
  beforeReload(listener: (next: Snapshot) => Promise<void>): void
  /** Called after each `change`, which is acknowledged once every listener is done. Other saves go on meanwhile. */
  afterChange(listener: () => Promise<void>): void
}
