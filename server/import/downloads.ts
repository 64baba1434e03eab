import { IMAGE_MAX_BYTES } from '#contract/limits.ts'
import { isContentFile } from '#server/content/files/content-files.ts'
import type { WantedImage } from '#server/import/source/candidate.ts'
import { type FetchImage, ImageNotFetchedError } from '#server/import/source/fetch-image.ts'
import type { SourceFiles } from '#server/import/source/imported.ts'
import { rasterizeSvg } from '#server/media/svg-images.ts'
import { readRegularFile } from '#server/storage/files.ts'
import type { createGroups } from './groups.ts'

export type NewImage = { file: string; bytes: Uint8Array }

/** Fetches each URL once; the bytes are held until the post that shows the image is ready. */
export function createDownloads(fetchImage: FetchImage | undefined, notFetched: ReturnType<typeof createGroups>) {
  const known = new Map<string, Uint8Array | null>()
  let count = 0
  return {
    count: () => count,
    take: (url: string): Uint8Array | undefined => known.get(url) ?? undefined,
    /** Frees the memory; another post fetches the image again. */
    clear(): void {
      for (const [url, bytes] of known) if (bytes) known.delete(url)
    },
    async fetched(url: string): Promise<Uint8Array | undefined> {
      if (!fetchImage) return undefined
      const before = known.get(url)
      if (before !== undefined) return before ?? undefined
      try {
        const bytes = await fetchImage(url)
        known.set(url, bytes)
        count += 1
        return bytes
      } catch (error) {
        if (!(error instanceof ImageNotFetchedError)) throw error
        notFetched.add(error.message, url)
        known.set(url, null)
        return undefined
      }
    },
  }
}

/** Reads the images of one post. */
export async function readImages(
  wanted: readonly WantedImage[],
  files: SourceFiles,
  downloads: ReturnType<typeof createDownloads>,
): Promise<NewImage[]> {
  const images: NewImage[] = []
  for (const { file, from } of wanted) {
    const bytes = 'url' in from ? downloads.take(from.url) : await bytesOf(from, files)
    if (bytes && isContentFile(file)) images.push({ file, bytes })
  }
  downloads.clear()
  return images
}

/** The bytes of an image of the source, as they are written. */
export async function bytesOf(
  from: { path: string } | { svg: string },
  files: SourceFiles,
): Promise<Uint8Array | undefined> {
  if ('path' in from) return readRegularFile(files.path(from.path), IMAGE_MAX_BYTES)
  const drawing = await rasterizeSvg(Bun.file(files.path(from.svg)))
  return 'png' in drawing ? drawing.png : undefined
}
