import type { Snapshot } from './snapshot.ts'

/** One file to write or, with `data: null`, to delete. `file` is a path inside the content folder, made by us, never by a request. */
export type FileChange = { file: string; data: string | Uint8Array | null }

export const bytesOf = ({ data }: FileChange): Uint8Array | null =>
  typeof data === 'string' ? new TextEncoder().encode(data) : data

/**
 * Plans a change from what is there at that moment; it runs alone, so nothing moves between its reading and its writing.
 * `read` throws `ContentNotFoundError` where there is no text, `readBytes` where there is no file, and `ContentFileError` for what is none.
 */
export type ChangePlan = (
  now: Snapshot,
  read: (file: string) => Promise<string>,
  readBytes: (file: string) => Promise<Uint8Array>,
) => Promise<readonly FileChange[]>

/** What a save was, for the commit that it becomes. */
export type SaveNote = {
  /** `post: update "How to plan a bake"` */
  subject: string
  /** The post, category or tag. */
  id?: string
  /** Files that were stored for it outside the content folder: the widths of a picture. */
  files?: readonly string[]
  /** Who wrote it, where that was not the dashboard. */
  via?: string
}
/** A file as a save found it and left it; `null`: not there. `file` is where it lies on the disk. */
export type SavedFile = { file: string; before: Uint8Array | null; after: Uint8Array | null }
/** Told what became of a save: it is on the disk, or it came to nothing. Neither throws. */
export type Recording = { done(): Promise<void>; undone(): Promise<void> }

/** All content, and the one way it changes (architecture: "Content changes"). */
export type Content = {
  snapshot(): Snapshot
  /** A file's text, as it is now. Throws where it is gone. */
  read(file: string): Promise<string>
  /** The text that an entry of the snapshot was read from, whatever stands in its file by now. Throws where it is gone. */
  text(entry: { file: string; revision: string }): Promise<string>
  /**
   * Parse, check, write atomically, swap; one at a time. Throws `InvalidContentError` where a planned file would not parse:
   * then nothing was written. A change with a note is one commit where the folder is in a git checkout; what git refuses
   * now waits, and is no failure of the change.
   */
  change(plan: ChangePlan, note?: (changes: readonly FileChange[]) => SaveNote): Promise<Snapshot>
  /** Told after each swap, with the snapshots before and after. The change is acknowledged once every listener is done. */
  onChange(listener: (before: Snapshot, after: Snapshot) => void | Promise<void>): void
  /** Called with what the content becomes, before changed files of posts with folders are swapped in. Saves go on meanwhile. */
  beforeReload(listener: (next: Snapshot) => Promise<void>): void
  /** Called after each `change`, which is acknowledged once every listener is done. Other saves go on meanwhile. */
  afterChange(listener: () => Promise<void>): void
}
