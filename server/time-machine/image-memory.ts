const BYTES_MAX = 8_000_000

/** The images that were encoded last, so that a page of the past that is read again encodes none. */
export function createImageMemory(maxBytes = BYTES_MAX) {
  const images = new Map<string, Uint8Array>()
  let size = 0

  function store(key: string, bytes: Uint8Array): void {
    remove(key)
    images.set(key, bytes)
    size += bytes.length
    for (const oldest of images.keys()) {
      if (size <= maxBytes) break
      remove(oldest)
    }
  }

  function remove(key: string): void {
    size -= images.get(key)?.length ?? 0
    images.delete(key)
  }

  return {
    /** Returns the image, encoded by `encode` unless it is here. Throws what `encode` throws. */
    async load(key: string, encode: () => Promise<Uint8Array | undefined>): Promise<Uint8Array | undefined> {
      const bytes = images.get(key) ?? (await encode())
      if (bytes) store(key, bytes)
      return bytes
    },
  }
}
