import { DatabaseAwayError } from '#server/lib/errors.ts'
import type { KeyedStore } from './keyed-store.ts'
import { MIGRATION_BACKUP, migrationBackupName } from './migration-backups.ts'

/** A small private text that several processes read and replace as a whole: a file, or a row of PostgreSQL. */
export type PrivateText = ReturnType<typeof privateText>

/** Functions throw what their callbacks and the store throw. */
export function privateText(store: KeyedStore, key: string) {
  return {
    name: store.nameOf(key),
    /** `undefined`: there is none. */
    read: () => store.get(key),
    /** Runs `work` while no process can change the text. */
    whileUnchanged<Result>(work: () => Promise<Result>): Promise<Result> {
      let first: { text: string | undefined; result: Promise<Result> } | undefined
      return store.update([key], async ({ get }) => {
        const text = await get(key)
        // The lock was lost while `work` ran, which cannot run twice: its result is valid if the text is unchanged.
        if (first && first.text !== text) throw new DatabaseAwayError('changed meanwhile')
        first ??= { text, result: work() }
        return first.result
      })
    },
    /** Stores what `edit` returns, unless that is the text before. */
    change: (edit: (before: string | undefined) => Promise<string | undefined>): Promise<void> =>
      store.update([key], async ({ get, put }) => {
        const before = await get(key)
        const after = await edit(before)
        if (after !== undefined && after !== before) await put(key, after)
      }),
    /** Backs up the text as it was before a migration, in place of the backup of an earlier one. Called in `change`. */
    async backUpBeforeMigration(text: string): Promise<void> {
      const backup = migrationBackupName(key)
      await store.put(backup, text)
      for (const other of await store.keys(`${key}.before-`)) if (other !== backup) await store.remove(other)
    },
    /** Deletes the migration backups of all texts in this store. */
    removeMigrationBackups: () => removeMigrationBackups(store),
  }
}

/** Deletes all backups of before a migration. Throws what the store throws. */
export async function removeMigrationBackups({ keys, remove }: Pick<KeyedStore, 'keys' | 'remove'>): Promise<void> {
  for (const key of await keys('')) if (MIGRATION_BACKUP.test(key)) await remove(key)
}
