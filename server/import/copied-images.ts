import { createHash } from 'node:crypto'
import { posix } from 'node:path'
import type { Content, Transaction } from '#server/content/content.ts'
import { editPost, type PostEntry, readFields } from '#server/content/files/post-file.ts'
import { isPostFolder } from '#server/content/files/post-names.ts'
import { findFences } from '#server/text/front-matter/front-matter.ts'
import { referencesIn, withoutCode } from '#server/text/scan/references.ts'
import { isRemoteImage } from '#server/text/scan/unshown-image.ts'
import { slugOf } from '#server/text/scan/words.ts'
import { createGroups, type Group } from './groups.ts'
import { type FetchImage, ImageNotFetchedError } from './source/fetch-image.ts'
import { decoded, extensionOf } from './source/images.ts'
import { replaceReferences } from './source/references.ts'

type CopiedContent = Pick<Content, 'snapshot' | 'text' | 'change'>
/** The images of other sites in posts that were copied, without those of code. */
export type RemoteImages = ReadonlyMap<PostEntry, readonly string[]>
export type CopiedImages = { posts: number; images: number; notFetched: readonly Group[] }

/** The images of other sites that posts name. */
export async function findRemoteImages(content: CopiedContent): Promise<RemoteImages> {
  const found = new Map<PostEntry, readonly string[]>()
  for (const post of content.snapshot().posts.values()) {
    // A broken file shows its last good version.
    const text = await content.text(post).catch(() => undefined)
    const urls = text === undefined ? [] : remoteImagesIn(text, post)
    if (urls.length > 0) found.set(post, urls)
  }
  return found
}

function remoteImagesIn(text: string, { file, format }: PostEntry): string[] {
  const body = withoutCode(text.slice(findFences(text).bodyStart), format)
  const shown = referencesIn(body, format).flatMap(({ kind, to }) => (kind === 'picture' ? [to] : []))
  return [...new Set([...shown, featuredIn(text, file) ?? ''])].filter(isRemoteImage)
}

/** The image that the front matter names, as it is written. */
function featuredIn(text: string, file: string): string | undefined {
  const { data, keys } = readFields(text, file)
  const value = data[keys.get('image')?.[0] ?? '']
  return typeof value === 'string' ? value : undefined
}

type Options = { content: CopiedContent; fetchImage: FetchImage; signal?: AbortSignal | undefined }

/**
 * Copies these images beside their posts, which name the copies then: a change for each post. An image that cannot be fetched
 * stays as it is; another run fetches only those.
 */
export async function copyRemoteImages(
  found: RemoteImages,
  { content, fetchImage, signal }: Options,
): Promise<CopiedImages> {
  const notFetched = createGroups()
  const count = { posts: 0, images: 0 }
  for (const [post, urls] of found) {
    const note = { subject: `content: copy images of other sites for ${post.id}`, via: 'import' as const }
    const copies = new Map<string, string>()
    let images = new Map<string, Uint8Array>()
    for (const url of urls) {
      signal?.throwIfAborted()
      const known = knownCopy(post, url)
      const bytes = known === undefined ? await fetched(url) : undefined
      const copy = known ?? (bytes && `${copyOf(post, url)}.${extensionOf(bytes)}`)
      if (copy === undefined) continue
      copies.set(url, copy)
      if (bytes) images.set(copy, bytes)
      if (sizeOf(images) < CHANGE_BYTES) continue
      const full = images
      images = new Map()
      await content.change(async (tx) => writeAll(tx, full), note)
    }
    if (copies.size === 0) continue
    await content.change(async (tx) => {
      writeAll(tx, images)
      await placeCopies(tx, post, copies)
    }, note)
    count.posts += 1
    count.images += copies.size
  }
  return { ...count, notFetched: notFetched.list() }

  /** Of a run that was stopped, or of another post. */
  function knownCopy(post: PostEntry, url: string): string | undefined {
    const name = `${copyOf(post, url)}.`
    return [...content.snapshot().pictures.keys()].find((file) => file.startsWith(name))
  }

  async function fetched(url: string): Promise<Uint8Array | undefined> {
    try {
      return await fetchImage(url)
    } catch (error) {
      if (!(error instanceof ImageNotFetchedError)) throw error
      notFetched.add(error.message, url)
      return undefined
    }
  }
}

/** A change is held in memory: those of posts with many images are several. */
const CHANGE_BYTES = 15_000_000
const sizeOf = (images: ReadonlyMap<string, Uint8Array>) =>
  [...images.values()].reduce((sum, one) => sum + one.length, 0)

function writeAll(tx: Transaction, images: ReadonlyMap<string, Uint8Array>): void {
  for (const [file, bytes] of images) tx.write(file, bytes)
}

/** The path of a copy without its extension: the same for one URL in every run. */
function copyOf({ file }: PostEntry, url: string): string {
  const folder = isPostFolder(file) ? posix.dirname(file) : `${posix.dirname(file)}/images`
  const name = posix.basename(decoded(url)).replace(/\.[a-z0-9]{1,5}$/i, '')
  const hash = createHash('sha256').update(url).digest('hex').slice(0, 8)
  return `${folder}/${slugOf(name, 'image').slice(0, 60)}-${hash}`
}

async function placeCopies(tx: Transaction, post: PostEntry, copies: ReadonlyMap<string, string>): Promise<void> {
  const text = await tx.read(post.file)
  const nameOf = (url: string) => {
    const copy = copies.get(url)
    return copy && posix.relative(posix.dirname(post.file), copy)
  }
  const { bodyStart } = findFences(text)
  const body = await replaceReferences(text.slice(bodyStart), post.format, ({ kind, to }) =>
    kind === 'picture' ? nameOf(to) : undefined,
  )
  const image = nameOf(featuredIn(text, post.file) ?? '')
  const placed = text.slice(0, bodyStart) + body
  tx.write(
    post.file,
    image === undefined || !readFields(placed).isStrict ? placed : editPost(placed, { image }, post.file),
  )
}
