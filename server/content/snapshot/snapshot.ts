import { join } from 'node:path'
import type { Plan, Site } from '#contract/site.ts'
import {
  type ContentFolder,
  checkName,
  contentFolders,
  type FileChange,
  isContentFile,
  singleFiles,
} from '#server/content/files/content-files.ts'
import {
  type AuthorEntry,
  type Decoded,
  type DecodedPost,
  decodeFile,
  decodePicture,
  type LandingEntry,
  revisionIn,
  type TermEntry,
} from '#server/content/files/decode-file.ts'
import {
  InvalidContentError,
  InvalidContentFolderError,
  type Problem,
  problemLine,
  problemsOf,
} from '#server/content/files/errors.ts'
import type { PostEntry } from '#server/content/files/post-file.ts'
import { isPictureFile } from '#server/content/files/post-names.ts'
import { bytesOf } from '#server/lib/bytes.ts'
import type { FileSignatures } from '#server/storage/files.ts'
import { badFile, ContentFileError, MergeConflictMarkersError } from '#server/text/front-matter/text-file.ts'
import { aliasesOf } from './aliases.ts'
import { hideSections, type Section } from './hidden-sections.ts'
import { oldPathsOf } from './old-paths.ts'
import { areIdsFree, assignIds } from './post-ids.ts'
import { type ResolvedTerms, resolveTerms, warnOfTerms, withTerms } from './post-terms.ts'
import { reportSkipped } from './skipped-files.ts'
import { reportTranslations, translationsIn } from './translations.ts'

/** All content at one moment. Never changed in place: a change creates the next one. */
export type Snapshot = {
  posts: ReadonlyMap<string, PostEntry>
  /** The file of each post → its id. */
  ids: ReadonlyMap<string, string>
  /** Those of files, and those that only posts name (see `isUnfiled`). */
  categories: ReadonlyMap<string, TermEntry>
  tags: ReadonlyMap<string, TermEntry>
  spellings: ResolvedTerms['spellings']
  authors: ReadonlyMap<string, AuthorEntry>
  /** The authors of `authors.yml` next to the posts: key → name. */
  authorNames: ReadonlyMap<string, string>
  /** Old id → the id that it redirects to. */
  aliases: ReadonlyMap<string, string>
  /** Normalized path that a post had in another system → its id. */
  oldPaths: ReadonlyMap<string, string>
  landings: ReadonlyMap<string, LandingEntry>
  /** Co-located images: path inside the content folder → a hash of the file's size and time. */
  pictures: ReadonlyMap<string, string>
  site: Site
  plans: readonly Plan[]
  /** Base name → Markdown as written: `privacy-policy`. */
  legal: ReadonlyMap<string, string>
  problems: readonly Problem[]
  /** Invalid files, named as in their problems, whose last valid version is shown. */
  lastGood: ReadonlySet<string>
}

/** One file, decoded, and its problems. A broken file keeps its last good version. */
export type LoadedFile = { decoded: Decoded | undefined; problems: readonly Problem[]; isSkipped?: true }
/** All content, by path inside the content folder. */
export type LoadedFiles = ReadonlyMap<string, LoadedFile>
/** The path of the folder itself. */
export const ROOT = '.'

/** The snapshot of these files. Throws `InvalidContentFolderError` where `site.yml` or `plans.yml` is missing or broken. */
export function buildSnapshot(dir: string, files: LoadedFiles): Snapshot {
  const problems: Problem[] = []
  const report: Report = (file, reason, severity = 'error', line = 1, column = 1) =>
    problems.push({ file: join(dir, file), line, column, reason, severity })
  const found: DecodedPost[] = []
  const sections: Section[] = []
  const categories = new Map<string, TermEntry>()
  const tags = new Map<string, TermEntry>()
  const authors = new Map<string, AuthorEntry>()
  const authorNames = new Map<string, string>()
  const landings = new Map<string, LandingEntry>()
  const pictures = new Map<string, string>()
  const legal = new Map<string, string>()
  const lastGood = new Set<string>()
  const site = files.get('site.yml')?.decoded
  const plans = files.get('plans.yml')?.decoded
  if (site?.kind !== 'site') throw unusable(dir, files, 'site.yml')
  if (plans?.kind !== 'plans') throw unusable(dir, files, 'plans.yml')
  const { language } = site.site
  const translations = translationsIn(files.keys(), language)
  reportTranslations(translations, language, report)
  reportSkipped(files, report)
  for (const [file, { decoded, problems: own, isSkipped }] of files) {
    if (isSkipped || translations.has(file)) continue
    if (own.length > 0) problems.push(...own)
    // Where the folder as a whole is gone, all of its content is the last good version.
    if ((decoded || file === ROOT) && own.some(({ severity }) => severity === 'error')) lastGood.add(join(dir, file))
    if (decoded?.kind === 'posts') found.push(decoded)
    else if (decoded?.kind === 'sections') sections.push(decoded)
    else if (decoded?.kind === 'categories') categories.set(decoded.id, decoded)
    else if (decoded?.kind === 'tags') tags.set(decoded.id, decoded)
    else if (decoded?.kind === 'authors') authors.set(decoded.id, decoded)
    else if (decoded?.kind === 'author-names')
      for (const [key, name] of Object.entries(decoded.names)) authorNames.set(key, name)
    else if (decoded?.kind === 'landings') landings.set(decoded.id, decoded)
    else if (decoded?.kind === 'pictures') pictures.set(decoded.file, decoded.revision)
    else if (decoded?.kind === 'legal') legal.set(decoded.id, decoded.text)
  }
  const decodedPosts = assignIds(hideSections(found, sections, report), report)
  const posts = new Map(decodedPosts.map(({ post }) => [post.id, post]))
  for (const decoded of decodedPosts) {
    const { post, references } = decoded
    if (files.get(post.file)?.problems.length === 0)
      for (const { line, column, reason } of decoded.warnings) report(post.file, reason, 'warning', line, column)
    for (const { image, name, line, column, isCertain } of references)
      if (isCertain && !pictures.has(image)) report(post.file, noImage(name), 'error', line, column)
  }
  const aliases = aliasesOf(posts, decodedPosts, report)
  const placeOf = new Map(decodedPosts.map(({ post, places }) => [post, places.oldUrl]))
  const oldPaths = oldPathsOf(posts, site.site, (post, reason) => {
    const place = placeOf.get(post)
    report(post.file, reason, 'warning', place?.line, place?.column)
  })
  const terms = resolveTerms({ categories, tags }, posts.values())
  warnOfTerms(
    decodedPosts.filter(({ post }) => files.get(post.file)?.problems.length === 0),
    terms,
    report,
  )
  return {
    ...terms,
    posts: new Map([...posts].map(([id, post]) => [id, withTerms(post, terms)])),
    ids: new Map(decodedPosts.map(({ post }) => [post.file, post.id])),
    ...{ authors, authorNames, aliases, oldPaths, landings, pictures, legal, problems, lastGood },
    site: site.site,
    plans: plans.plans,
  }
}

type Report = (file: string, reason: string, severity?: Problem['severity'], line?: number, column?: number) => void

function unusable(dir: string, files: LoadedFiles, file: string): InvalidContentFolderError {
  const [first] = files.get(file)?.problems ?? []
  return new InvalidContentFolderError(first ? problemLine(first) : `${join(dir, file)} is missing`)
}

const noImage = (name: string) => `there is no image ${name} in the folder of the post`

/** The old id of a post, and its id now. */
export type Rename = { from: string; to: string }

/** All files, redirects that are in none of them, and the snapshot made of both. Never changed in place. */
export type ContentState = { files: LoadedFiles; redirects: readonly Rename[]; snapshot: Snapshot }

/** Throws `InvalidContentFolderError` where `site.yml` or `plans.yml` is missing or broken. */
export function createState(dir: string, files: LoadedFiles, redirects: readonly Rename[] = []): ContentState {
  const snapshot = buildSnapshot(dir, files)
  const open = redirects.filter((one) => isOpen(one, snapshot))
  const aliases = new Map([...snapshot.aliases, ...open.map(({ from, to }) => [from, to] as const)])
  return { files, redirects, snapshot: { ...snapshot, aliases } }
}

export const isUnresolved = (id: string, { posts, aliases }: Snapshot) => !posts.has(id) && !aliases.has(id)
export const isOpen = ({ from, to }: Rename, now: Snapshot) => isUnresolved(from, now) && now.posts.has(to)

/**
 * The state after these changes. Throws `InvalidContentError` for a file that could not be read again, or whose id is taken.
 * Files in `suffixed` may get another id than they want.
 */
export function applyChanges(
  dir: string,
  now: ContentState,
  changes: readonly FileChange[],
  suffixed: ReadonlySet<string> = new Set(),
): ContentState {
  const files = new Map(now.files)
  for (const change of changes) {
    const { file } = change
    if (!isContentFile(file)) throw new RangeError(`${file} is not a content file.`)
    const bytes = bytesOf(change)
    if (bytes === null) files.delete(file)
    else files.set(file, { decoded: decodeOrReject(file, bytes), problems: [] })
  }
  const changed = changes.map(({ file }) => file)
  const next = createState(dir, files, now.redirects)
  const wantedId = (file: string) => {
    const decoded = files.get(file)?.decoded
    return decoded?.kind === 'posts' ? decoded.post.id : undefined
  }
  if (!areIdsFree(changed, { before: now.snapshot.ids, after: next.snapshot.ids, wantedId, suffixed }))
    throw new InvalidContentError('Nothing was saved: another post has this id already.')
  return next
}

/** The reasons may quote the user's input, so the message names only the place. */
function decodeOrReject(file: string, bytes: Uint8Array) {
  try {
    return decodeFile(file, bytes)
  } catch (error) {
    if (!(error instanceof ContentFileError)) throw error
    const { line, column } = error.flaws[0] ?? { line: 1, column: 1 }
    const what = error instanceof MergeConflictMarkersError ? 'has a merge conflict' : 'could not be read again'
    throw new InvalidContentError(`Nothing was saved: ${file} ${what} (line ${line}, column ${column}).`)
  }
}

/** The same content with a problem of the folder as a whole. */
export function withFolderError(dir: string, now: ContentState, reason: string): ContentState {
  const error: LoadedFile = { decoded: undefined, problems: problemsOf(dir, ROOT, badFile(reason)) }
  if (Bun.deepEquals(now.files.get(ROOT), error)) return now
  return createState(dir, new Map(now.files).set(ROOT, error), now.redirects)
}

type Cache = {
  decodedPosts(signatures: FileSignatures): ReadonlyMap<string, DecodedPost>
  setLastGood(file: string, revision: string, bytes: Uint8Array): void
}
type OnDisk = { dir: string; folder: ContentFolder; cache?: Cache | undefined }
type AtStart = OnDisk & { signatures?: FileSignatures | undefined }

/** Files read without a pause; 50 take about 5 ms. */
const BATCH_SIZE = 50

/** Reads the whole folder, without the posts that the cache has for these `signatures`. Never fails because of one file. */
export async function readAll({ dir, folder, cache, signatures }: AtStart): Promise<LoadedFiles> {
  const found = signatures ?? (await folder.signatures())
  const cached = cache?.decodedPosts(found)
  const files = new Map<string, LoadedFile>()
  for (const file of new Set([...singleFiles, ...found.keys()])) {
    const decoded = cached?.get(file)
    const loaded = decoded ? { decoded, problems: [] } : readOne({ dir, folder }, file)
    if (loaded) files.set(file, loaded)
  }
  return files
}

/**
 * Reads these files again and returns the next state, in which a broken file keeps its last good version. Returns the same
 * state where no file has changed: a touched file is no change.
 */
export async function reloadFiles(disk: OnDisk, now: ContentState, names: readonly string[]): Promise<ContentState> {
  const files = new Map(now.files)
  let isChanged = files.delete(ROOT)
  for (const [index, file] of names.filter((name) => name !== ROOT).entries()) {
    const before = files.get(file)
    const found = contentFolders.has(file) && !(await disk.folder.isWrongFolder(file)) ? undefined : readOne(disk, file)
    if (!isSame(before, found)) {
      isChanged = true
      if (found) files.set(file, { ...found, decoded: found.decoded ?? before?.decoded })
      else files.delete(file)
    }
    if (index % BATCH_SIZE === BATCH_SIZE - 1) await new Promise(setImmediate)
  }
  return isChanged ? createState(disk.dir, files, now.redirects) : now
}

function isSame(before: LoadedFile | undefined, found: LoadedFile | undefined): boolean {
  if (!before || !found) return before === found
  if (!Bun.deepEquals(before.problems, found.problems)) return false
  return !found.decoded || (before.decoded !== undefined && revisionIn(before.decoded) === revisionIn(found.decoded))
}

/** One file as it is on the disk; `undefined` where it is gone. */
function readOne({ dir, folder, cache }: OnDisk, file: string): LoadedFile | undefined {
  const invalid = (reason: string, severity: Problem['severity'] = 'error') => ({
    decoded: undefined,
    problems: problemsOf(dir, file, badFile(reason), severity),
  })
  if (contentFolders.has(file) && !folder.isFull()) return invalid('this is not a regular folder, so it is ignored')
  if (!isContentFile(file) && (file === 'posts' || file.startsWith('posts/')))
    return { ...invalid(folder.reasonToSkip(file), 'warning'), isSkipped: true }
  if (!isContentFile(file)) return invalid('unexpected file name; ignored', 'warning')
  try {
    checkName(file)
    if (isPictureFile(file)) {
      const found = folder.readImageHead(file)
      return found && { decoded: decodePicture(file, found), problems: [] }
    }
    const bytes = folder.readNow(file)
    if (!bytes) return singleFiles.includes(file) ? invalid('this file is missing') : undefined
    const decoded = decodeFile(file, bytes)
    cache?.setLastGood(file, revisionIn(decoded), bytes)
    return { decoded, problems: [] }
  } catch (error) {
    return { decoded: undefined, problems: problemsOf(dir, file, toContentFileError(error)) }
  }
}

/** A file that the disk cannot read is a problem of that file. Any other error is a bug. */
function toContentFileError(error: unknown): ContentFileError {
  if (error instanceof ContentFileError) return error
  if (error instanceof Error && 'code' in error) return badFile(`this file cannot be read (${error.code})`)
  throw error
}
