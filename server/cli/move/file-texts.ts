import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { createSessionFile, sessionsIn } from '#server/admin/sessions/session-file.ts'
import type { StoredText } from '#server/database/stored-texts.ts'
import { readPrivateFile, writePrivateFile } from '#server/storage/files.ts'
import type { Sum } from './file-records.ts'

const SESSIONS = 'sessions.json'
const PLAIN = ['admin.json', 'captcha.key', 'signing.key']
/** The private files that the database has as rows: accounts, keys and sessions. */
export const TEXT_NAMES: readonly string[] = [...PLAIN, SESSIONS]
/** Sessions are left out of backups, because a copy would give access. */
export const TEXTS_IN_BACKUPS: readonly string[] = PLAIN

/** Reads and changes of it throw, so nothing is logged. */
const sessionFile = (folder: string) => createSessionFile(folder, { error: () => {} })

/** The texts of files that exist, in order of `TEXT_NAMES`. Throws what the disk throws. */
export async function readFileTexts(folder: string): Promise<StoredText[]> {
  const found: StoredText[] = []
  for (const name of TEXT_NAMES) {
    const value = name === SESSIONS ? await readSessions(folder) : await readPrivateFile(join(folder, name))
    if (value !== undefined) found.push({ name, value: value.trimEnd() })
  }
  return found
}

/** `undefined`: there are none. */
async function readSessions(folder: string): Promise<string | undefined> {
  let text: string | undefined
  await sessionFile(folder).change((before) => {
    if (before.generation > 0) text = JSON.stringify(before)
    return before
  })
  return text
}

/** Throws what the disk throws. */
export async function writeFileTexts(folder: string, texts: readonly StoredText[]): Promise<void> {
  for (const { name, value } of texts) {
    if (name === SESSIONS) await sessionFile(folder).change(() => sessionsIn(value))
    else await writePrivateFile(join(folder, name), value)
  }
}

export const isSameText = (one: StoredText, other: StoredText): boolean =>
  one.name === other.name && sumOfTexts([one]).sha256 === sumOfTexts([other]).sha256

/** Number and checksum, the same in both stores. Each write of a session file has a number of its own. */
export function sumOfTexts(texts: readonly StoredText[]): Sum {
  const hash = createHash('sha256')
  for (const name of TEXT_NAMES) {
    const value = texts.find((text) => text.name === name)?.value
    if (value === undefined) continue
    const { sessions, links } = sessionsIn(value)
    hash.update(JSON.stringify([name, name === SESSIONS ? { sessions, links } : value]))
  }
  return { count: texts.length, sha256: hash.digest('hex') }
}
