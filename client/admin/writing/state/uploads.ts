import { addMedia } from '#client/api/media.ts'

/** Images that are on their way into a field of the form. */
export function createUploads() {
  const pending = new Set<Promise<unknown>>()

  function add(upload: Promise<unknown>, onFailure: (error: unknown) => void = () => {}): void {
    pending.add(upload)
    upload.catch(onFailure).finally(() => pending.delete(upload))
  }
  return {
    add,
    /** Stores an image in the library. */
    store(file: File, onStored: (path: string) => void, onFailure: (error: unknown) => void): void {
      add(
        addMedia(file, () => {}).then(({ path }) => onStored(path)),
        onFailure,
      )
    },
    isEmpty: () => pending.size === 0,
    /** Rejects if one of them could not be stored. */
    complete: () => Promise.all(pending),
  }
}

/** What a promise has brought into the form is in its state then. */
export const rendered = () => new Promise((resolve) => setTimeout(resolve))
