import { join } from 'node:path'
import { allowedAttributes, allowedTags, setAttributes } from '#contract/stored-html.ts'
import { type ContentFolder, createContentFolder, fileText, isPostFolder } from '#server/content/content-files.ts'
import { readAll } from '#server/content/content-state.ts'
import { colocatedName } from '#server/content/decode-file.ts'
import { InvalidContentFolderError, type Problem } from '#server/content/errors.ts'
import { findFences, type PostEntry } from '#server/content/post-file.ts'
import { buildSnapshot, type LoadedFiles, type Snapshot } from '#server/content/snapshot.ts'
import { attributesIn, tagsIn } from '#server/lib/html-tags.ts'
import { type Reference, referencesIn, withoutCode } from '#server/lib/references.ts'
import { ifValid, lineAt } from '#server/lib/text-file.ts'
import { type SiteMap, siteMap } from './link-targets.ts'

export type LintOptions = {
  /** The content folder. */
  dir: string
  /** The folder with `public`, which is /storage; without it, stored files are not checked. */
  storageDir?: string | undefined
  /** Called after each file. */
  progress?: (done: number, of: number) => void
}

/**
 * Checks the content folder without starting the server or writing anything: the problems that the running site reports,
 * and those that only reading all texts finds, such as broken links and missing images.
 */
export async function checkContent({ dir, storageDir, progress }: LintOptions) {
  const { files, snapshot, problems, texts } = await readEverything(dir)
  const found = [...problems]
  if (snapshot) {
    const map = siteMap(snapshot, storageDir)
    let done = 0
    for (const text of texts()) {
      found.push(...bodyProblems(dir, text, map))
      progress?.(++done, files)
    }
  }
  return { problems: found.sort(byPlace), files }
}

const byPlace = (one: Problem, other: Problem) =>
  one.file === other.file ? one.line - other.line || one.column - other.column : one.file < other.file ? -1 : 1

/** A text with links. */
export type CheckedText = { file: string; text: string; post?: PostEntry }

/** Reads the folder like the server does. Without `site.yml` or `plans.yml` there is no snapshot. */
async function readEverything(dir: string) {
  const folder = createContentFolder(dir)
  const files = await readAll(dir, folder)
  const snapshot = snapshotOf(dir, files)
  const problems: readonly Problem[] = snapshot?.problems ?? [...files.values()].flatMap((loaded) => loaded.problems)
  return { files: files.size, snapshot, problems, texts: () => textsOf(folder, files, snapshot) }
}

function snapshotOf(dir: string, files: LoadedFiles): Snapshot | undefined {
  try {
    return buildSnapshot(dir, files)
  } catch (error) {
    if (error instanceof InvalidContentFolderError) return undefined
    throw error
  }
}

/** A generator, because ten thousand texts at once would fill the memory. */
function* textsOf(folder: ContentFolder, files: LoadedFiles, snapshot: Snapshot | undefined): Generator<CheckedText> {
  for (const [file, { decoded }] of files) {
    if (decoded?.kind === 'legal') yield { file, text: decoded.text }
    if (decoded?.kind !== 'posts' || snapshot?.posts.get(decoded.post.id) !== decoded.post) continue
    const bytes = ifValid(() => folder.readNow(file))
    const text = bytes && ifValid(() => fileText(bytes))
    if (text !== undefined) yield { file, text, post: decoded.post }
  }
}

/** A problem at an index of a text. */
export type Finding = { index: number; reason: string; severity: Problem['severity'] }

/** The problems in the body and the front matter of a text. */
export function bodyProblems(dir: string, { file, text, post }: CheckedText, map: SiteMap): Problem[] {
  const format = post?.format ?? 'md'
  const start = post ? findFences(text).bodyStart : 0
  const bare = withoutCode(text.slice(start), format)
  const base = `/blog/${post?.id ?? ''}`
  const check = (one: Reference) => (one.kind === 'link' ? brokenLink(one, base, map) : imageProblems(one, file, map))
  const inBody = [...referencesIn(bare, format).flatMap(check), ...(post ? removedHtml(bare) : [])]
  const inHead = linksInHead(text.slice(0, start)).flatMap((one) => brokenLink(one, base, map))
  const findings = [...inHead, ...inBody.map((one) => ({ ...one, index: one.index + start }))]
  if (post) findings.push(...featuredImageProblems(text, post, map), ...datesOf(text, post))
  return findings.map((one) => asProblem(join(dir, file), text, one))
}

/** A summary is HTML, in which quotes may be escaped. */
const linksInHead = (head: string) =>
  referencesIn(head.replaceAll('\\"', ' "'), 'html')
    .filter(({ kind }) => kind === 'link')
    .map((one) => ({ ...one, to: one.to.trim() }))

function datesOf(text: string, { date, expires }: { date: string; expires: string | null }): Finding[] {
  if (expires === null || expires > date) return []
  const index = Math.max(0, text.search(/^[ \t]*["']?(?:expir|unpublish)/m))
  return [{ index, reason: 'expires: is not after the date, so the post is never live', severity: 'error' }]
}

function asProblem(file: string, text: string, { index, reason, severity }: Finding): Problem {
  const column = index - (text.lastIndexOf('\n', index - 1) + 1) + 1
  return { file, line: lineAt(text, index), column, reason, severity }
}

/** In Markdown, `<https://bread.example>` is a link, not an element. */
const ELEMENT = /^[a-z][a-z0-9-]*$/
const tags = new Set(allowedTags)
const attributes = new Set([...allowedAttributes, ...setAttributes])

/** HTML that the sanitizer removes; each kind is reported once. */
function removedHtml(bare: string): Finding[] {
  const findings = new Map<string, Finding>()
  for (const { name, isClosing, rest, start } of tagsIn(bare)) {
    for (const what of isClosing || !ELEMENT.test(name) ? [] : removedOf(name, rest)) {
      if (!findings.has(what))
        findings.set(what, { index: start, reason: `${what} is removed from posts`, severity: 'warning' })
    }
  }
  return [...findings.values()]
}

function removedOf(tag: string, rest: string): string[] {
  if (!tags.has(tag)) return [`<${tag}>`]
  const given = attributesIn(rest)
  const removed = [...given.keys()].filter((name) => !attributes.has(name)).map((name) => `the attribute ${name}`)
  return /^\s*(?:java|vb)script:/i.test(given.get('href') ?? '') ? [...removed, 'a link to a script'] : removed
}

const NO_DESCRIPTION = 'this image has no description: describe it for people who cannot see it'
const NO_ALT = 'image_alt: is missing: describe the image for people who cannot see it'

/** An image that does not exist, is not shown, or has no description. */
function imageProblems({ to, alt, index }: Reference, file: string, map: SiteMap): Finding[] {
  const findings: Finding[] = alt === undefined ? [{ index, reason: NO_DESCRIPTION, severity: 'warning' }] : []
  if (/^(?:https?:)?\/\//i.test(to)) {
    return [...findings, { index, reason: `${to} is on another site, so it is not shown`, severity: 'warning' }]
  }
  if (to.startsWith('data:') || isColocated(to, file)) return findings
  const path = to.replace(/[?#].*/, '')
  if (path.startsWith('/storage/') && map.has(path)) return findings
  return [...findings, { index, reason: `there is no image at ${to}`, severity: 'error' }]
}

/** A missing co-located image is a problem of the snapshot already. */
const isColocated = (to: string, file: string) => isPostFolder(file) && colocatedName(to) !== undefined

function featuredImageProblems(text: string, { image, imageAlt, file }: PostEntry, map: SiteMap): Finding[] {
  if (image === null) return []
  const at = text.indexOf(image)
  const index = at === -1 ? 0 : at
  const findings: Finding[] = []
  if (imageAlt === '') findings.push({ index, reason: NO_ALT, severity: 'warning' })
  if (!isColocated(image, file) && !map.hasStored(image))
    findings.push({ index, reason: `there is no image at /storage/${image}`, severity: 'error' })
  return findings
}

const SITE = 'https://site.invalid'

/** Links to other sites and to anchors of the same page are not checked. */
function brokenLink({ to, index }: Reference, base: string, map: SiteMap): Finding[] {
  const url = /^[#?]|^$/.test(to) ? undefined : URL.parse(to, SITE + base)
  if (url?.origin !== SITE) return []
  const path = plainPath(url)
  if (path !== undefined && map.has(path)) return []
  return [{ index, reason: `broken link: ${to}${map.near(path ?? '')}`, severity: 'error' }]
}

function plainPath({ pathname }: URL): string | undefined {
  try {
    return decodeURIComponent(pathname)
  } catch {
    return undefined
  }
}
