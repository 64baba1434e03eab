import { basename } from 'node:path'
import { WORKING_COPY_KEY } from '#contract/post-form.ts'
import { countShownWords } from '#contract/shown-words.ts'
import { DAY_MS } from '#server/lib/clock.ts'
import { DomainError, StorageError } from '#server/lib/errors.ts'
import { errorFields, type Log } from '#server/lib/log.ts'
import { createFileStore } from '#server/storage/file-store.ts'
import type { KeyedStore, KeyedValues } from '#server/storage/keyed-store.ts'
import {
  checkPut,
  copyFrom,
  copyText,
  cutoff,
  headOf,
  missing,
  readCopy,
  type StoredCopy,
  savedAt,
  type WorkingCopies,
} from './working-copy.ts'

/** The folder of copies: `drafts/{administrator}/{key}.json`. */
export const COPIES_FOLDER = 'drafts'
/** A copy is stored at least this much later than the one that it replaces, whatever the clocks of the replicas say. */
const STEP_MS = 1

/** Working copies in a folder of private files. */
export const copiesInFiles = (folder: string): KeyedStore => createFileStore(folder, savedAt)

type Options = { store: KeyedStore; now(): Date; log: Log }

/** Working copies, which are in backups and never in git. */
export function createWorkingCopies({ store, now, log }: Options): WorkingCopies {
  const folderOf = (owner: string) => `${COPIES_FOLDER}/${owner}/`
  const keyOf = (owner: string, key: string) => `${folderOf(owner)}${key}.json`

  /** A damaged copy counts as none, like one of an unknown version, and one that is too old. */
  function known(key: string, text: string | undefined): StoredCopy | undefined {
    const copy = text === undefined ? undefined : readCopy(text)
    if (typeof copy === 'string') log.warn('working copy not read', { key, reason: copy })
    return typeof copy === 'object' && copy.known.saved_at > cutoff(now()) ? copy.known : undefined
  }

  async function find(owner: string, key: string): Promise<StoredCopy> {
    if (!WORKING_COPY_KEY.test(key)) throw missing()
    const found = known(key, await store.get(keyOf(owner, key)))
    if (!found) throw missing()
    return found
  }

  async function list(owner: string) {
    const heads = (await store.list(folderOf(owner))).flatMap(({ key: name, value }) => {
      const key = basename(name, '.json')
      const copy = WORKING_COPY_KEY.test(key) ? known(key, value) : undefined
      return copy ? [{ ...headOf(key, copy), words: wordsIn(copy) }] : []
    })
    return heads.sort((a, b) => (a.saved_at < b.saved_at ? 1 : -1))
  }

  const put: WorkingCopies['put'] = async (owner, key, { replaces, ...copy }) => {
    if (!WORKING_COPY_KEY.test(key)) throw missing()
    const name = keyOf(owner, key)
    await store.expire(folderOf(owner), cutoff(now()))
    const change = async ({ get, put, keys }: KeyedValues) => {
      const text = await get(name)
      const before = known(key, text)
      checkPut(before, text === undefined ? (await keys(folderOf(owner))).length : 0, { replaces })
      const stored = { saved_at: timeAfter(before), ...copy }
      await put(name, copyText(stored, text === undefined ? undefined : readCopy(text)))
      return headOf(key, stored)
    }
    // The copy before is read, too.
    return store.update([name], change, 2 * Buffer.byteLength(JSON.stringify(copy)))
  }

  function timeAfter(before: StoredCopy | undefined): string {
    const earliest = before ? Date.parse(before.saved_at) + STEP_MS : 0
    return new Date(Math.max(now().getTime(), earliest)).toISOString()
  }

  const removeOld = () =>
    store
      .expire(`${COPIES_FOLDER}/`, cutoff(now()))
      .catch((error) => log.error('old working copies not deleted', errorFields(error)))

  const timer = setInterval(removeOld, DAY_MS).unref()
  return {
    list: (owner) => list(owner).catch(notStored),
    get: async (owner, key) => copyFrom(key, await find(owner, key).catch(notStored)),
    put: (...copy) => put(...copy).catch(notStored),
    async remove(owner, key) {
      await find(owner, key).catch(notStored)
      await store.remove(keyOf(owner, key)).catch(notStored)
    },
    async removeSaved(owner, keys) {
      try {
        for (const key of keys) if (WORKING_COPY_KEY.test(key)) await store.remove(keyOf(owner, key))
      } catch (error) {
        log.error('working copy not deleted', errorFields(error))
      }
    },
    removeOld,
    allText: async () => (await store.list(`${COPIES_FOLDER}/`)).map(({ value }) => value).join('\n'),
    close: () => clearInterval(timer),
  }
}

const wordsIn = ({ fields: { format, content } }: StoredCopy): number => countShownWords(format, content)

function notStored(error: unknown): never {
  throw error instanceof DomainError ? error : new StorageError(error)
}
