import { LandingSchema, landingIds } from '#contract/landing.ts'
import { IMAGE_MAX_BYTES } from '#contract/limits.ts'
import { type Plan, PlansSchema, type Site, SiteSchema } from '#contract/site.ts'
import { sniff } from '#server/media/image-format.ts'
import type { FileHead } from '#server/storage/files.ts'
import { fileText, idOf, isPictureFile, isPostFolder, withoutMark } from './content-file.ts'
import { type DecodedPost, decodePostFile } from './decode-post.ts'
import { badFile, ifValid } from './errors.ts'
import { readYaml } from './read-yaml.ts'
import type { LandingEntry, TermEntry } from './snapshot.ts'
import { decodeTerm } from './term-file.ts'

/** A decoded content file. */
export type Decoded =
  | DecodedPost
  | { kind: 'pictures'; file: string; revision: string }
  | { kind: 'categories' | 'tags'; name: TermEntry }
  | { kind: 'landings'; entry: LandingEntry }
  | { kind: 'legal'; id: string; text: string; revision: string }
  | { kind: 'site'; site: Site; revision: string }
  | { kind: 'plans'; plans: readonly Plan[]; revision: string }

/** The subfolders of the content folder, and the names of their files. */
export const contentFolders: ReadonlyMap<string, RegExp> = new Map([
  ['posts', /\.(?:md|html)$/],
  ['categories', /\.yml$/],
  ['tags', /\.yml$/],
  ['landings', /\.yml$/],
  ['legal', /\.md$/],
])
export const singleFiles: readonly string[] = ['site.yml', 'plans.yml']

/** Files with `_` are drafts and notes of editors. */
export const isIgnored = (name: string) => name.startsWith('_') || name.startsWith('.')

/** Whether a path inside the content folder is a content file; its base name may still be invalid. */
export function isContentFile(file: string): boolean {
  const [folder = '', name = '', ...deeper] = file.split('/')
  const pattern = contentFolders.get(folder)
  if (!pattern) return singleFiles.includes(file)
  if (isIgnored(name)) return false
  return deeper.length === 0 ? pattern.test(name) : isPostFolder(file) || isPictureFile(file)
}

/** The revision of a file: a save sends the one that it began from. */
export const revisionOf = (bytes: Uint8Array) => new Bun.CryptoHasher('sha256').update(bytes).digest('hex').slice(0, 32)

/** Decodes a content file, after a check of its name. Throws `ContentFileError`. */
export function decodeNamedFile(file: string, bytes: Uint8Array): Decoded {
  checkName(file)
  return decodeFile(file, bytes)
}

/** Decodes a content file by its path. Throws `ContentFileError`. */
export function decodeFile(file: string, bytes: Uint8Array): Decoded {
  if (isPictureFile(file)) return decodePicture(file, { head: bytes, size: bytes.length, changedMs: 0 })
  const text = fileText(bytes)
  const revision = revisionOf(bytes)
  if (file === 'site.yml') return { kind: 'site', site: decodeSite(text), revision }
  if (file === 'plans.yml') return { kind: 'plans', plans: decodePlans(text), revision }
  if (file.startsWith('legal/')) return { kind: 'legal', id: idOf(file), text: withoutMark(text), revision }
  if (file.startsWith('landings/')) return { kind: 'landings', entry: decodeLanding(file, text, revision) }
  if (file.startsWith('posts/')) return decodePostFile(file, text, revision)
  return { kind: file.startsWith('tags/') ? 'tags' : 'categories', name: decodeTerm(file, text, revision) }
}

export function revisionIn(decoded: Decoded): string {
  if (decoded.kind === 'posts') return decoded.post.revision
  if (decoded.kind === 'landings') return decoded.entry.revision
  return 'name' in decoded ? decoded.name.revision : decoded.revision
}

/** Throws `ContentFileError` for a file whose base name is not a valid id. Any other path is safe to open. */
export const checkName = (file: string) => void (singleFiles.includes(file) || isPictureFile(file) || idOf(file))

/** `landings/*.yml`. Throws `ContentFileError`, also for a landing page without a route. */
export function decodeLanding(file: string, text: string, revision: string): LandingEntry {
  const id = idOf(file)
  if (!landingIds.some((one) => one === id)) throw badFile(`there are pages only for ${landingIds.join(', ')}`)
  const landing = readYaml(LandingSchema, { text: withoutMark(text) })
  return { id, file, revision, landing }
}

/** `site.yml`. Throws `ContentFileError`. */
export function decodeSite(text: string): Site {
  return readYaml(SiteSchema, { text: withoutMark(text) })
}

/** `plans.yml`. Throws `ContentFileError`. */
export function decodePlans(text: string): readonly Plan[] {
  return readYaml(PlansSchema, { text: withoutMark(text) }).plans
}

/** A co-located image by its first bytes; it is read when it is encoded. Throws `ContentFileError`. */
export function decodePicture(file: string, { head, size, changedMs }: FileHead) {
  if (size > IMAGE_MAX_BYTES) throw badFile('this image is larger than 10 MB')
  if (!sniff(head)) throw badFile('this is not a JPEG, PNG, WebP or GIF image, whatever its name is')
  const revision = new Bun.CryptoHasher('sha256').update(`${size} ${changedMs}`).digest('hex').slice(0, 32)
  return { kind: 'pictures', file, revision } as const
}

/** Whether a content file with these bytes would be valid. `file` is its path inside the content folder. */
export const isReadable = (file: string, bytes: Uint8Array): boolean =>
  !isContentFile(file) || ifValid(() => decodeNamedFile(file, bytes)) !== undefined
