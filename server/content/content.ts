import type { Snapshot } from './snapshot.ts'

/** One file to write or, with `text: null`, to delete. `file` is a path inside the content folder, made by us, never by a request. */
export type FileChange = { file: string; text: string | null }

/** Plans a change from what is there at that moment; it runs alone, so nothing moves between its reading and its writing. */
export type ChangePlan = (now: Snapshot, read: (file: string) => Promise<string>) => Promise<readonly FileChange[]>

/** All content, and the one way it changes (architecture: "Content changes"). */
export type Content = {
  snapshot(): Snapshot
  /** A file's text, as it is now. Throws where it is gone. */
  read(file: string): Promise<string>
  /** The text that an entry of the snapshot was read from, whatever stands in its file by now. Throws where it is gone. */
  text(entry: { file: string; revision: string }): Promise<string>
  /**
   * Parse, check, write atomically, swap; one at a time. Throws `ContentRefused` where a planned file would not parse:
   * then nothing was written.
   */
  change(plan: ChangePlan): Promise<Snapshot>
  /** Told after each swap, with the snapshots before and after. The change is acknowledged once every listener is done. */
  onChange(listener: (before: Snapshot, after: Snapshot) => void | Promise<void>): void
}
