import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { StoredText } from '#server/database/stored-texts.ts'
import { readPrivateFile, writePrivateFile } from '#server/storage/files.ts'
import { withFileLock } from '#server/storage/locks.ts'
import { readOriginal, writeOriginal } from '#server/storage/original-file.ts'
import { privateFile } from '#server/storage/private-text.ts'

/** Number and checksum of texts, which are the same in both stores. */
export type Sum = { count: number; sha256: string }

export const ACCOUNTS = 'admin.json'
export const SESSIONS = 'sessions.json'
const PLAIN = [ACCOUNTS, 'captcha.key', 'signing.key']
/** The private files that the database has as rows: accounts, keys and sessions. */
export const TEXT_NAMES: readonly string[] = [...PLAIN, SESSIONS]
/** Sessions are left out of backups, because a copy would give access. */
export const TEXTS_IN_BACKUPS: readonly string[] = PLAIN

/** The texts of files that exist, in order of `TEXT_NAMES`. Throws what the disk throws. */
export async function readFileTexts(folder: string): Promise<StoredText[]> {
  const found: StoredText[] = []
  for (const name of TEXT_NAMES) {
    const path = join(folder, name)
    const value = name === SESSIONS ? (await readOriginal(path))?.text : await readPrivateFile(path)
    if (value !== undefined) found.push({ name, value: value.trimEnd() })
  }
  return found
}

/** Throws what the disk throws. */
export async function writeFileTexts(folder: string, texts: readonly StoredText[]): Promise<void> {
  for (const { name, value } of texts) {
    const path = join(folder, name)
    if (name === SESSIONS) await withFileLock(join(folder, 'sessions.lock'), () => writeOriginal(path, value))
    // Another process may use `bun run admin`.
    else if (name === ACCOUNTS) await privateFile(path).change(async () => value)
    else await writePrivateFile(path, value)
  }
}

export const isSameText = (one: StoredText, other: StoredText): boolean =>
  one.name === other.name && one.value.trimEnd() === other.value.trimEnd()

/** Number and checksum, the same in both stores. */
export function sumOfTexts(texts: readonly StoredText[]): Sum {
  const hash = createHash('sha256')
  for (const name of TEXT_NAMES) {
    const value = texts.find((text) => text.name === name)?.value
    if (value === undefined) continue
    hash.update(JSON.stringify([name, value]))
  }
  return { count: texts.length, sha256: hash.digest('hex') }
}
