import { join } from 'node:path'
import { type ChallengesOptions, challengesInMemory } from '#server/admin/login/challenges.ts'
import { type AdminStore, createAdminStore } from '#server/admin/people/admin-file.ts'
import { createSessionFile, createSessionRow, type SessionStore } from '#server/admin/sessions/session-file.ts'
import type { SiteDatabase } from '#server/database/database.ts'
import { loadedOnce } from '#server/lib/loaded-once.ts'
import type { Log } from '#server/lib/log.ts'
import { type Attempts, createAttempts, withLockMemory } from '#server/storage/attempts.ts'
import { type PrivateText, privateFile } from '#server/storage/private-text.ts'
import { loadOrCreateKey } from '#server/storage/secret-key-file.ts'
import type { UsedTokens } from '#server/storage/used-tokens.ts'

/** The database that has the accounts; `undefined`: files of the private folder, and memory. */
export type AccountDatabase = Pick<SiteDatabase, 'shared'> | undefined

export type AccountStores = {
  accounts: AdminStore
  sessions: SessionStore
  /** Reads a key, or creates it. `lost`: what deleting its file costs. Throws `OperatorError`, or `StorageError`. */
  loadKey(name: string, lost: string): Promise<Uint8Array>
  /** `undefined`: the default of the user of the tokens. */
  usedTokens(kind: string): UsedTokens | undefined
  challenges: Pick<ChallengesOptions, 'key' | 'used'>
  attempts: Attempts
  /** Which posts are behind preview links. */
  previews: PrivateText
}

const PREVIEWS = 'preview-links.json'

type StoreOptions = { folder: string; database: AccountDatabase; now(): Date; log: Log }

/** Where administrators, sessions, keys, used codes and failed logins are. `folder`: of private files. */
export function accountStores({ folder, database, now, log }: StoreOptions): AccountStores {
  const nowMs = () => now().getTime()
  if (!database)
    return {
      accounts: createAdminStore(privateFile(join(folder, 'admin.json'))),
      sessions: createSessionFile(folder, log),
      loadKey: (name, lost) => loadOrCreateKey(join(folder, name), lost),
      usedTokens: () => undefined,
      challenges: challengesInMemory(),
      attempts: withLockMemory(createAttempts(nowMs), nowMs),
      previews: privateFile(join(folder, PREVIEWS)),
    }
  const { text, key, usedTokens, attempts } = database.shared
  return {
    accounts: createAdminStore(text('admin.json')),
    sessions: createSessionRow(text('sessions.json')),
    loadKey: key,
    usedTokens,
    challenges: {
      // A challenge costs no query, because anybody gets as many as they ask for.
      key: loadedOnce(() => key('challenges.key')),
      // A signature's challenge is in the table as long as it is valid.
      used: { ...usedTokens('passkey challenge'), accept: () => {} },
    },
    attempts: withLockMemory(attempts(nowMs), nowMs),
    previews: text(PREVIEWS),
  }
}
