import { readFile } from 'node:fs/promises'
import * as v from 'valibot'
import { oneAtATime } from '#server/files/one-at-a-time.ts'
import { replaceFile } from '#server/files/replace-file.ts'
import type { Save } from './commit.ts'

/** A file as a save found it and left it, or where what it left can be read; `null`: not there. `file` is where it lies. */
export type SavedFile = { file: string; before: Uint8Array | null; after: Uint8Array | Blob | null }
/** A save of which git does not have the bytes yet. */
export type Begun = Omit<Save, 'changes'> & { files: readonly SavedFile[] }

const Bytes = v.nullable(
  v.pipe(
    v.string(),
    v.transform((text) => new Uint8Array(Buffer.from(text, 'base64'))),
  ),
)
const Journal = v.array(
  v.object({
    subject: v.string(),
    trailers: v.record(v.string(), v.string()),
    author: v.object({ name: v.string(), email: v.string() }),
    at: v.string(),
    files: v.array(v.object({ file: v.string(), before: Bytes, after: Bytes, isStored: v.boolean() })),
  }),
)

/**
 * Saves that are being written, kept before they are: after a crash those that came to the disk become commits all the
 * same. Else they would stand there as somebody's uncommitted work, and hold back every later save of the same lines.
 */
export function createJournal(path: string) {
  const alone = oneAtATime()
  const begun = new Set<Begun>()
  const keep = () => alone(() => replaceFile(path, JSON.stringify([...begun].map(written)), { mode: 0o600 }))

  return {
    /** Throws what the disk throws; then the save is only known here. */
    async begin(save: Begun): Promise<void> {
      begun.add(save)
      await keep()
    },
    async end(save: Begun): Promise<void> {
      if (begun.delete(save)) await keep()
    },
    /** What a crash left of it, in its order. */
    async recall(): Promise<Begun[]> {
      const found = await read(path)
      const isThere = await Promise.all(found.map(({ files }, index) => cameToTheDisk(files, found.slice(index + 1))))
      const saves = found.filter((_, index) => isThere[index])
      for (const save of saves) begun.add(save)
      return saves
    },
  }
}

const base64 = (bytes: Uint8Array | null) => bytes && Buffer.from(bytes).toString('base64')
const written = ({ files, ...facts }: Begun) => ({
  ...facts,
  files: files.map(({ file, before, after }) => {
    const isStored = after instanceof Blob
    return { file, before: base64(before), after: isStored ? null : base64(after), isStored }
  }),
})

async function read(path: string): Promise<Begun[]> {
  const text = await readFile(path, 'utf8').catch(() => '[]')
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), Journal), text)
  if (!parsed.success) return []
  return parsed.output.map(({ files, ...facts }) => ({
    ...facts,
    files: files.map(({ isStored, ...one }) => (isStored ? { ...one, after: Bun.file(one.file) } : one)),
  }))
}

/** Whether each file is as the save left it, or was until the next save of it began. */
async function cameToTheDisk(files: readonly SavedFile[], later: readonly Begun[]): Promise<boolean> {
  const found = files.map(async ({ file, after }) => {
    if (after instanceof Blob) return true
    const now = await readFile(file).catch(() => null)
    const next = later.flatMap((save) => save.files).filter((one) => one.file === file)
    return [now, ...next.map(({ before }) => before)].some((bytes) => isSame(bytes, after))
  })
  return (await Promise.all(found)).every(Boolean)
}

const isSame = (one: Uint8Array | null, other: Uint8Array | null) =>
  one === null || other === null ? one === other : Buffer.compare(one, other) === 0
