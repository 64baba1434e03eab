import { LandingSchema, landingIds } from '#contract/landing.ts'
import { IMAGE_MAX_BYTES } from '#contract/limits.ts'
import { type Plan, PlansSchema } from '#contract/plans.ts'
import { type Site, SiteSchema } from '#contract/site.ts'
import { sniff } from '#server/media/sniff.ts'
import type { FileHead } from '#server/storage/read-file.ts'
import { type DecodedPost, decodePostFile } from './decode-post.ts'
import { badFile, ContentFileError } from './errors.ts'
import { idOf, isPictureFile, isPostFolder } from './file-id.ts'
import { fileText, withoutMark } from './file-text.ts'
import { readYaml } from './read-yaml.ts'
import type { LandingEntry, TermEntry } from './snapshot.ts'
import { decodeTerm } from './term-file.ts'

/** What one content file holds. */
export type Decoded =
  | DecodedPost
  | { kind: 'pictures'; file: string; revision: string }
  | { kind: 'categories' | 'tags'; name: TermEntry }
  | { kind: 'landings'; entry: LandingEntry }
  | { kind: 'legal'; id: string; text: string; revision: string }
  | { kind: 'site'; site: Site; revision: string }
  | { kind: 'plans'; plans: readonly Plan[]; revision: string }

/** The folders of the content folder, and what a file in them is called. */
export const contentFolders: ReadonlyMap<string, RegExp> = new Map([
  ['posts', /\.(?:md|html)$/],
  ['categories', /\.yml$/],
  ['tags', /\.yml$/],
  ['landings', /\.yml$/],
  ['legal', /\.md$/],
])
export const singleFiles: readonly string[] = ['site.yml', 'plans.yml']

/** Files that begin with `_` are the editors' own. */
export const isIgnored = (name: string) => name.startsWith('_') || name.startsWith('.')

/** Whether content is read from a path inside the content folder; its base name may still be no id. */
export function isContentFile(file: string): boolean {
  const [folder = '', name = '', ...deeper] = file.split('/')
  const pattern = contentFolders.get(folder)
  if (!pattern) return singleFiles.includes(file)
  if (isIgnored(name)) return false
  return deeper.length === 0 ? pattern.test(name) : isPostFolder(file) || isPictureFile(file)
}

/** What a save says it began from (decision 31). */
export const revisionOf = (bytes: Uint8Array) => new Bun.CryptoHasher('sha256').update(bytes).digest('hex').slice(0, 32)

/** A content file, by its place. Throws `ContentFileError`. */
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

/** The revision of the bytes that it was read from. */
export function revisionIn(decoded: Decoded): string {
  if (decoded.kind === 'posts') return decoded.post.revision
  if (decoded.kind === 'landings') return decoded.entry.revision
  return 'name' in decoded ? decoded.name.revision : decoded.revision
}

/** Throws `ContentFileError` for a file whose base name can be no id: the path of any other is safe to open. */
export const checkName = (file: string) => void (singleFiles.includes(file) || isPictureFile(file) || idOf(file))

/** `landings/*.yml`. Throws `ContentFileError`, also for a trade that has no page: nothing would ever show it. */
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

/** A picture beside a post, by its beginning: its bytes are read when they are kept. Throws `ContentFileError` for what is none. */
export function decodePicture(file: string, { head, size, changedMs }: FileHead) {
  if (size > IMAGE_MAX_BYTES) throw badFile('this image is larger than 10 MB')
  if (!sniff(head)) throw badFile('this is not a JPEG, PNG, WebP or GIF image, whatever its name is')
  const revision = new Bun.CryptoHasher('sha256').update(`${size} ${changedMs}`).digest('hex').slice(0, 32)
  return { kind: 'pictures', file, revision } as const
}

/** Whether a content file with these bytes could be read. `file` is its path inside the content folder. */
export function isReadable(file: string, bytes: Uint8Array): boolean {
  if (!isContentFile(file)) return true
  try {
    checkName(file)
    decodeFile(file, bytes)
    return true
  } catch (error) {
    if (error instanceof ContentFileError) return false
    throw error
  }
}
