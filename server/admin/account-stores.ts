import { type ChallengesOptions, challengesInMemory } from '#server/admin/login/challenges.ts'
import { type AdminStore, createAdminStore } from '#server/admin/people/admin-file.ts'
import { createSessionFile, createSessionRow, type SessionStore } from '#server/admin/sessions/session-file.ts'
import type { SiteDatabase } from '#server/database/database.ts'
import { loadedOnce } from '#server/lib/loaded-once.ts'
import type { Log } from '#server/lib/log.ts'
import { type Attempts, createAttempts, withLockMemory } from '#server/storage/attempts.ts'
import { createFileStore } from '#server/storage/file-store.ts'
import { createMemoryStore } from '#server/storage/keyed-store.ts'
import { type PrivateText, privateText } from '#server/storage/private-text.ts'
import { loadOrCreateKey } from '#server/storage/secret-key.ts'
import { createUsedTokens, type UsedTokens } from '#server/storage/used-tokens.ts'

/** The database that has the accounts; `undefined`: files of the private folder, and memory. */
export type AccountDatabase = Pick<SiteDatabase, 'store'> | undefined

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

/** Keys of attempts of each kind, where they are in memory. */
const ATTEMPT_KEYS_MAX = 10_000

type StoreOptions = { folder: string; database: AccountDatabase; now(): Date; log: Log }

/** Where administrators, sessions, keys, used codes and failed logins are. `folder`: of private files. */
export function accountStores({ folder, database, now, log }: StoreOptions): AccountStores {
  const nowMs = () => now().getTime()
  const store = database?.store ?? createFileStore(folder)
  const loadKey = (name: string, lost: string) => loadOrCreateKey(store, name, lost)
  const usedTokens = (kind: string) => database && createUsedTokens(database.store, kind)
  const usedChallenges = usedTokens('passkey challenge')
  return {
    accounts: createAdminStore(privateText(store, 'admin.json')),
    sessions: database ? createSessionRow(privateText(store, 'sessions.json')) : createSessionFile(folder, log),
    loadKey,
    usedTokens,
    challenges: usedChallenges
      ? {
          // A challenge costs no query, because anybody gets as many as they ask for.
          key: loadedOnce(() => loadKey('challenges.key', 'logins with a passkey begin anew')),
          // A signature's challenge is in the table as long as it is valid.
          used: { ...usedChallenges, accept: () => {} },
        }
      : challengesInMemory(),
    attempts: withLockMemory(createAttempts(database?.store ?? createMemoryStore(ATTEMPT_KEYS_MAX), nowMs), nowMs),
    previews: privateText(store, 'preview-links.json'),
  }
}
