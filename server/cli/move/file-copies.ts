import { createHash } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { StoredText } from '#server/database/stored-texts.ts'
import { ensurePrivateDir, listFiles, readText, writePrivateFile } from '#server/storage/files.ts'
import { COPIES_FOLDER } from '#server/writing/working-copies.ts'
import { readCopy } from '#server/writing/working-copy.ts'
import type { Sum } from './file-texts.ts'

/** The unsaved texts in a folder of private files, in order of their names. Damaged files are left out. Throws what the disk throws. */
export async function readFileCopies(folder: string): Promise<StoredText[]> {
  const found: StoredText[] = []
  for (const owner of await listFiles(join(folder, COPIES_FOLDER)))
    for (const file of await listFiles(join(folder, COPIES_FOLDER, owner))) {
      const name = `${COPIES_FOLDER}/${owner}/${file}`
      const value = (await readText(join(folder, name))).trimEnd()
      if (readCopy(value) !== 'damaged') found.push({ name, value })
    }
  return found
}

/** Throws what the disk throws. */
export async function writeFileCopies(folder: string, copies: readonly StoredText[]): Promise<void> {
  for (const { name, value } of copies) {
    await ensurePrivateDir(join(folder, COPIES_FOLDER))
    await mkdir(dirname(join(folder, name)), { recursive: true, mode: 0o700 })
    await writePrivateFile(join(folder, name), value)
  }
}

/** Number and checksum, the same in both stores. */
export function sumOfCopies(copies: readonly StoredText[]): Sum {
  const hash = createHash('sha256')
  const sorted = copies.toSorted((one, other) => (one.name < other.name ? -1 : 1))
  for (const { name, value } of sorted) hash.update(JSON.stringify([name, value]))
  return { count: copies.length, sha256: hash.digest('hex') }
}
