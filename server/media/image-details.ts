import * as v from 'valibot'
import { StorageError } from '#server/lib/errors.ts'
import { createMutex } from '#server/lib/mutex.ts'
import type { KeyedStore } from '#server/storage/keyed-store.ts'
import { readStored, storedText } from '#server/storage/stored-json.ts'

/** The folder of details: `images/{hash of the path}.json`. They are private: the URL of an image has nothing of them. */
export const DETAILS_FOLDER = 'images'

const DetailsSchema = v.object({
  /** What names the image in requests. */
  file: v.string(),
  /** Of the uploaded file. */
  name: v.optional(v.string()),
  /** The administrator who uploaded it. */
  by: v.optional(v.string()),
  alt: v.optional(v.string()),
  caption: v.optional(v.string()),
})
type StoredDetails = v.InferOutput<typeof DetailsSchema>
/** What people say of an image: its file does not have it. */
export type Details = Omit<StoredDetails, 'file'>
type DetailsByFile = ReadonlyMap<string, Details>

type Options = {
  store: KeyedStore
  /** Whether other processes change details, too. Otherwise they are read once. */
  isShared: boolean
}
export type ImageDetails = ReturnType<typeof createImageDetails>

const keyOf = (file: string) => `${DETAILS_FOLDER}/${Bun.SHA256.hash(file, 'hex').slice(0, 32)}.json`

/** Names, descriptions and captions of images. Functions throw `StorageError`. */
export function createImageDetails({ store, isShared }: Options) {
  const mutex = createMutex()
  let known: Map<string, Details> | undefined

  /** A value of a newer version, or a damaged one, is left out and stays as it is. */
  function read(key: string, value: string): StoredDetails | undefined {
    try {
      const stored = readStored(DetailsSchema, value, store.nameOf(key))
      return stored === 'damaged' ? undefined : stored.known
    } catch {
      return undefined
    }
  }

  async function readAll(): Promise<Map<string, Details>> {
    const found = new Map<string, Details>()
    for (const { key, value } of await store.list(`${DETAILS_FOLDER}/`)) {
      const { file, ...details } = read(key, value) ?? {}
      if (file !== undefined) found.set(file, details)
    }
    return found
  }

  async function all(): Promise<Map<string, Details>> {
    if (isShared) return readAll()
    known ??= await readAll()
    return known
  }

  async function remove(file: string): Promise<void> {
    await store.remove(keyOf(file))
    known?.delete(file)
  }

  async function change(file: string, changes: Details): Promise<void> {
    const details = await store.update([keyOf(file)], async ({ get, put }) => {
      const text = await get(keyOf(file))
      const stored = text === undefined ? 'damaged' : readStored(DetailsSchema, text, store.nameOf(keyOf(file)))
      const before = stored === 'damaged' ? undefined : stored
      const after = { ...before?.known, ...changes, file }
      await put(keyOf(file), storedText(after, before))
      return after
    })
    known?.set(file, details)
  }

  return {
    /** The details of all images that have some, by what names them in requests. */
    all: (): Promise<DetailsByFile> => mutex(all).catch(notStored),
    /** Changes these of an image; others stay. */
    change: (file: string, changes: Details): Promise<void> => mutex(() => change(file, changes)).catch(notStored),
    remove: (file: string): Promise<void> => mutex(() => remove(file)).catch(notStored),
  }
}

function notStored(error: unknown): never {
  throw error instanceof StorageError ? error : new StorageError(error)
}
