import { posix } from 'node:path'
import { IMAGE_MAX_BYTES } from '#contract/limits.ts'
import { decodeUri } from '#contract/paths.ts'
import { sniff } from '#server/storage/image-format.ts'
import { portableId } from '#server/text/scan/make-id.ts'
import { slugOf } from '#server/text/scan/words.ts'
import { notAnImage } from './fetch-image.ts'
import type { SourceFiles } from './imported.ts'

const EXTENSIONS = { jpeg: 'jpg', png: 'png', webp: 'webp', gif: 'gif' } as const

/** The extension of an image by its content; `undefined` for anything else. */
export function extensionOf(bytes: Uint8Array): string | undefined {
  const format = sniff(bytes)
  return format && EXTENSIONS[format]
}

/** Finds images of a source by how texts name them. */
export function createImageFinder(files: SourceFiles) {
  const known = new Set(files.list())
  const byName = new Map<string, string[]>()
  for (const file of files.list()) {
    const name = posix.basename(file).toLowerCase()
    const others = byName.get(name)
    if (others) others.push(file)
    else byName.set(name, [file])
  }

  return {
    has: (file: string): boolean => known.has(file),
    /** The file that a URL path ends with: an export has `content/images/a.png` for `/content/images/a.png`. */
    byPath(path: string): string | undefined {
      const wanted = decoded(path).replace(/^\/+/, '')
      if (wanted === '') return undefined
      if (known.has(wanted)) return wanted
      const named = byName.get(posix.basename(wanted).toLowerCase()) ?? []
      return named.find((file) => file.endsWith(`/${wanted}`)) ?? named.find((file) => wanted.endsWith(`/${file}`))
    },
    /** Why a file is not shown as an image; `undefined` for one that is. */
    async flawOf(file: string): Promise<string | undefined> {
      const image = Bun.file(files.path(file))
      if (image.size > IMAGE_MAX_BYTES) return 'it is larger than 10 MB'
      const head = await image.slice(0, 1024).bytes()
      return sniff(head) ? undefined : notAnImage(head)
    },
    /** The extension of a file by its content. */
    extensionOf: async (file: string) => extensionOf(await Bun.file(files.path(file)).slice(0, 64).bytes()),
  }
}
export type ImageFinder = ReturnType<typeof createImageFinder>

export function decoded(path: string): string {
  const [bare = ''] = path.split(/[?#]/, 1)
  return decodeUri(bare)
}

/** Names for the images of one post: by their own names, each once. */
export function createImageNames() {
  const taken = new Set<string>()
  return (path: string, extension: string): string => {
    const name = posix.basename(decoded(path)).replace(/\.[a-z0-9]{1,5}$/i, '')
    // Not `makeId`: a repeated import finds the images of the former one by their names.
    const base = portableId(slugOf(name, 'image').slice(0, 60))
    for (let count = 1; ; count += 1) {
      const name = `${base}${count === 1 ? '' : `-${count}`}.${extension}`
      if (taken.has(name)) continue
      taken.add(name)
      return name
    }
  }
}
