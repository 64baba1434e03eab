import { join } from 'node:path'
import * as v from 'valibot'
import { OperatorError } from '#server/lib/errors.ts'
import { version } from '#server/lib/version.ts'
import { readPrivateFile, writePrivateFile } from './files.ts'
import { assertFormat, jsonIn, readStored, type StoredJson, storedText, UnreadableStateError } from './stored-json.ts'

/** Names the store of a site's records, so that a start without DATABASE_URL does not begin another site in files. */
export const MARKER = 'store.json'

export type StoreName = 'files' | 'postgres'

const MarkerSchema = v.object({
  store: v.picklist(['files', 'postgres']),
  /** Of the last process that used the folder. */
  version: v.string(),
})
type Marker = v.InferOutput<typeof MarkerSchema>

/** `undefined`: the folder is new, or only versions before 0.2.0 used it. Throws `OperatorError`. */
async function readMarker(folder: string): Promise<StoredJson<Marker> | undefined> {
  const path = join(folder, MARKER)
  const text = await readPrivateFile(path)
  if (text === undefined) return
  const stored = readStored(MarkerSchema, text, path)
  if (stored === 'damaged') throw new UnreadableStateError(path)
  return stored
}

/** The version that used the folder last, if that is known. Never throws. */
export async function lastVersion(folder: string): Promise<string | undefined> {
  const found = v.safeParse(
    v.pipe(v.string(), v.parseJson(), v.object({ version: v.string() })),
    await readPrivateFile(join(folder, MARKER)).catch(() => undefined),
  )
  return found.success ? found.output.version : undefined
}

/** Throws `OperatorError` where the records of the folder's site are in a database, and none is configured. */
export async function assertStore(folder: string, databaseUrl: string | undefined): Promise<void> {
  const marker = await readMarker(folder)
  if (marker?.known.store === 'postgres' && databaseUrl === undefined)
    throw new OperatorError(
      `The records of this site are in PostgreSQL: ${join(folder, MARKER)} says so. DATABASE_URL is not set: set it as it was. To go back to files, run \`bun run move --to=files\` with it.`,
    )
}

/** Writes the marker, unless it says so already. Throws file system errors, `OperatorError`. */
export async function markStore(folder: string, store: StoreName): Promise<void> {
  const before = await readMarker(folder)
  if (before?.known.store === store && before.known.version === version) return
  await writePrivateFile(join(folder, MARKER), storedText({ store, version }, before))
}

/** Writes the marker where there is one of another store: the folder was restored. Throws like `markStore`. */
export async function correctStore(folder: string, store: StoreName): Promise<void> {
  const before = await readMarker(folder)
  if (before && before.known.store !== store) await markStore(folder, store)
}

/** The JSON files of a folder of private files that are replaced as a whole. */
const STORED = ['*.json', 'cursors/*.json', 'commit-queue/*.json', 'drafts/*/*.json'].map((one) => new Bun.Glob(one))
/** The first line of some files is about the file itself. */
const FIRST_LINE = /^[\d. -]+\n/

/** Throws `NewerFormatError` for the first file that a newer version has written in another format. */
export async function assertKnownFormats(folder: string): Promise<void> {
  const writer = await lastVersion(folder)
  const found = STORED.map((pattern) => Array.fromAsync(pattern.scan({ cwd: folder })).catch(() => []))
  for (const file of (await Promise.all(found)).flat()) {
    const path = join(folder, file)
    const text = (await readPrivateFile(path).catch(() => undefined)) ?? ''
    // Most texts have no other format, and parsing a long one takes time.
    if (/"format"\s*:\s*\d/.test(text)) assertFormat(jsonIn(text.replace(FIRST_LINE, '')), path, writer)
  }
}
