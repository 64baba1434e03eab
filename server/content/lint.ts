import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pagePaths, storageUrl } from '#contract/paths.ts'
import { createContentFolder, fileText } from '#server/content/files/content-files.ts'
import type { AuthorEntry, Decoded, LandingEntry } from '#server/content/files/decode-file.ts'
import { InvalidContentFolderError, type Problem } from '#server/content/files/errors.ts'
import type { PostEntry } from '#server/content/files/post-file.ts'
import { readAll } from '#server/content/snapshot/read-files.ts'
import { buildSnapshot, type LoadedFiles, type Snapshot } from '#server/content/snapshot/snapshot.ts'
import { isSafePath } from '#server/storage/files.ts'
import { ifValid, placeAt } from '#server/text/front-matter/content-file-error.ts'
import { findFences } from '#server/text/front-matter/front-matter.ts'
import type { CheckText } from '#server/text/scan/checked-text.ts'
import { optionsOf } from '#server/text/scan/render-options.ts'
import { namesForWindows } from './names-for-windows.ts'
import { untaggedPlugins } from './plugin-mentions.ts'
import { bodyFindings, brokenLinks, error, type Finding, type SiteUrls, siteUrls, warning } from './text-problems.ts'

type Folders = {
  dir: string
  storageDir?: string | undefined
  /** What only rendering knows about the text of a post; without it, that is not checked. */
  checkText?: CheckText | undefined
  signal?: AbortSignal | undefined
}

/**
 * Checks the content folder without starting the server or writing anything: the problems that the running site reports,
 * and those that only reading all texts finds, such as broken links and missing images. Without a folder `public` in
 * `storageDir`, stored files are not checked.
 */
export async function checkContent({ dir, storageDir, checkText, signal }: Folders) {
  const folder = createContentFolder(dir)
  const files = await readAll({ dir, folder })
  const snapshot = snapshotOf(dir, files)
  const problems = snapshot ? [...snapshot.problems] : [...files.values()].flatMap((loaded) => loaded.problems)
  const urls = snapshot && siteUrls(snapshot, storageDir)
  // One text at a time, because ten thousand at once would fill the memory.
  for (const [index, [file, { decoded }]] of [...files].entries()) {
    if (index % PAUSE_FILES === 0) await new Promise(setImmediate)
    signal?.throwIfAborted()
    const read = () => folder.readNow(file)
    problems.push(...problemsInFile({ path: join(dir, file), file, decoded, read }, { snapshot, urls, checkText }))
  }
  const names = await readdir(dir, { recursive: true })
  problems.push(...namesForWindows(names).map(({ name, reason }) => atName(join(dir, name), reason)))
  const posts = await countPosts(dir, files)
  if (posts.found > FEW && posts.read === 0) problems.push(nothingRead(dir, posts.found, problems))
  return { problems: problems.sort(byPlace), files: files.size, posts }
}

type CheckedFile = {
  /** As problems name it. */
  path: string
  /** In the content folder. */
  file: string
  decoded: Decoded | undefined
  read(): Uint8Array | undefined
}
/** Without `site.yml` or `plans.yml`, there are neither pages nor URLs. */
type Site = { snapshot: Snapshot | undefined; urls: SiteUrls | undefined; checkText?: CheckText | undefined }

/** The problems of a file that only reading its text finds, such as broken links and missing images. */
export function problemsInFile(
  { path, file, decoded, read }: CheckedFile,
  { snapshot, urls, checkText }: Site,
): Problem[] {
  if (decoded?.kind === 'landings') return landingProblems(path, read(), decoded)
  if (!urls || !hasText(decoded)) return []
  if (decoded.kind === 'authors') return authorProblems(path, decoded, urls)
  const post = decoded.kind === 'posts' ? snapshot?.posts.get(snapshot.ids.get(file) ?? '') : undefined
  if (decoded.kind === 'posts' && !post) return []
  const text = ifValid(() => fileText(read() ?? new Uint8Array()))
  return text === undefined ? [] : textProblems(path, text, post, { urls, checkText })
}

type WithText = Extract<Decoded, { kind: 'posts' | 'legal' | 'authors' | 'landings' }>

/** Whether reading the file can find a problem. */
export const hasText = (decoded: Decoded | undefined): decoded is WithText =>
  decoded !== undefined && ['posts', 'legal', 'authors', 'landings'].includes(decoded.kind)

const atName = (file: string, reason: string): Problem => ({ file, line: 1, column: 1, reason, severity: 'warning' })

/** A signal arrives in between. */
const PAUSE_FILES = 20

/** Files that someone may take for posts, whether they are read or not. */
const LIKE_POSTS = /\.(?:md|markdown|mkdn?|mkdown|mdx|html?|txt|text|rst|adoc|org)$/i

/** How many posts were read, of the files that may be posts. */
async function countPosts(dir: string, files: LoadedFiles): Promise<{ read: number; found: number }> {
  const all = await readdir(join(dir, 'posts'), { recursive: true }).catch(() => [])
  const read = [...files.values()].filter(({ decoded }) => decoded?.kind === 'posts').length
  return { read, found: Math.max(read, all.filter((name) => LIKE_POSTS.test(name)).length) }
}

/** So many files have a line each that everybody reads. */
const FEW = 3

/** The most frequent reason is nearly always the reason of all. */
function nothingRead(dir: string, found: number, problems: readonly Problem[]): Problem {
  const inPosts = problems.filter(({ file }) => file.startsWith(join(dir, 'posts')))
  const [most] = [...Map.groupBy(inPosts, groupOf).values()].sort((a, b) => b.length - a.length)
  const why = most ? `${most.length} times “${most[0]?.reason}”` : 'they have other names than posts'
  const first = most?.[0]?.severity === 'error' ? 'Correct that in each file. ' : ''
  const cure = `${first}Copy the files of the posts, not the folder around them, and see docs/moving-in.md.`
  const reason = `0 of ${found} posts read: ${why}. ${cure}`
  return { file: join(dir, 'posts'), line: 1, column: 1, reason, severity: 'error' }
}

/** The same for problems that differ only in what they quote. */
export const groupOf = ({ severity, reason }: Problem): string =>
  `${severity} ${reason
    .replace(/ \(did you mean .*/, '')
    .replace(/["“][^"“”]{0,300}["”]|\d+|^[\w-]+(?=: unknown key)/g, '…')
    .split(' ')
    .map((word) => (/[/@#]/.test(word) ? '…' : word))
    .join(' ')}`

/** Without `site.yml` or `plans.yml` there is no snapshot. */
function snapshotOf(dir: string, files: LoadedFiles): Snapshot | undefined {
  try {
    return buildSnapshot(dir, files)
  } catch (error) {
    if (error instanceof InvalidContentFolderError) return undefined
    throw error
  }
}

const byPlace = (a: Problem, b: Problem) =>
  a.file === b.file ? a.line - b.line || a.column - b.column : a.file < b.file ? -1 : 1

/** A picture that does not exist. */
const authorProblems = (file: string, { picture }: AuthorEntry, urls: SiteUrls): Problem[] =>
  picture === '' || urls.hasStored(picture)
    ? []
    : [{ file, line: 1, column: 1, reason: `there is no image at /storage/${picture}`, severity: 'error' }]

/** A plugin that is promised without its price. */
function landingProblems(file: string, bytes: Uint8Array | undefined, { landing }: LandingEntry): Problem[] {
  const text = ifValid(() => fileText(bytes ?? new Uint8Array())) ?? ''
  return untaggedPlugins(text, landing).map(({ index, reason, severity }) => ({
    file,
    ...placeAt(text, index),
    reason,
    severity,
  }))
}

type Checks = { urls: SiteUrls; checkText: CheckText | undefined }

/** The problems in a post, or in a legal text. */
function textProblems(file: string, text: string, post: PostEntry | undefined, { urls, checkText }: Checks): Problem[] {
  const format = post?.format ?? 'md'
  const start = post ? findFences(text).bodyStart : 0
  const base = pagePaths.post(post?.id ?? '')
  const body = text.slice(start)
  const options = optionsOf(post)
  const inBody = bodyFindings(body, {
    format,
    base,
    file: post?.file,
    urls,
    isPost: post !== undefined,
    checked: post && checkText?.(body, format, options),
    options,
  })
  const findings = inBody.map((one) => ({ ...one, index: one.index + start }))
  if (post) findings.push(...headProblems(text, text.slice(0, start), post, base, urls))
  return findings.map(({ index, reason, severity }) => ({ file, ...placeAt(text, index), reason, severity }))
}

/** The problems in front matter. A summary is HTML, in which quotes may be escaped. */
function headProblems(text: string, head: string, post: PostEntry, base: string, urls: SiteUrls): Finding[] {
  const { date, expires, image, imageAlt } = post
  const findings = brokenLinks(head.replaceAll('\\"', ' "'), base, urls)
  const imageAt = Math.max(0, text.indexOf(image ?? ''))
  if (image !== null && imageAlt === '') findings.push(warning(imageAt, NO_ALT))
  if (image !== null && !urls.hasImage(image, post.file)) findings.push(noImage(image, imageAt))
  const expiresAt = Math.max(0, text.search(/^[ \t]*["']?(?:expir|unpublish)/m))
  if (expires !== null && expires <= date)
    findings.push(error(expiresAt, 'expires: is not after the date, so the post is never live'))
  return findings
}

/** Other systems have images elsewhere: of a copied blog, those are copied next. */
const noImage = (image: string, index: number): Finding =>
  isSafePath(image)
    ? error(index, `there is no image at ${storageUrl(image)}`)
    : warning(
        index,
        `there is no image at ${image}${image.startsWith('/') ? ` (copy it to content/posts${image})` : ''}`,
      )

const NO_ALT = 'image_alt: is missing: describe the image for people who cannot see it'
