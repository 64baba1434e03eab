import { existsSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { parseArgs } from 'node:util'
import { pagePaths } from '#contract/paths.ts'
import { allowedAttributes, allowedTags, isAllowedValue, isRemovedInput, setAttributes } from '#contract/stored-html.ts'
import { didYouMean } from '#server/lib/edit-distance.ts'
import { attributesIn, tagsIn } from '#server/lib/html-tags.ts'
import { type Reference, referencesIn, withoutCode } from '#server/lib/references.ts'
import { ifValid, lineAt } from '#server/lib/text-file.ts'
import { isSafePath } from '#server/storage/files.ts'
import { createContentFolder, fileText, isPostFolder } from './content-files.ts'
import { type AuthorEntry, colocatedName } from './decode-file.ts'
import { InvalidContentFolderError, type Problem, problemLine } from './errors.ts'
import { findFences, type PostEntry } from './post-file.ts'
import { buildSnapshot, type LoadedFiles, readAll, type Snapshot } from './snapshot.ts'

/**
 * Checks the content folder without starting the server or writing anything: the problems that the running site reports,
 * and those that only reading all texts finds, such as broken links and missing images. Without a folder `public` in
 * `storageDir`, stored files are not checked.
 */
export async function checkContent({ dir, storageDir }: { dir: string; storageDir?: string | undefined }) {
  const folder = createContentFolder(dir)
  const files = await readAll({ dir, folder })
  const snapshot = snapshotOf(dir, files)
  const problems = snapshot ? [...snapshot.problems] : [...files.values()].flatMap((loaded) => loaded.problems)
  const urls = snapshot && siteUrls(snapshot, storageDir)
  // One text at a time, because ten thousand at once would fill the memory.
  for (const [file, { decoded }] of files) {
    const post = decoded?.kind === 'posts' ? decoded.post : undefined
    if (urls && decoded?.kind === 'authors') problems.push(...authorProblems(join(dir, file), decoded, urls))
    const isShown = post ? snapshot?.posts.get(post.id) === post : decoded?.kind === 'legal'
    const text = isShown ? ifValid(() => fileText(folder.readNow(file) ?? new Uint8Array())) : undefined
    if (urls && text !== undefined) problems.push(...textProblems(join(dir, file), text, post, urls))
  }
  return { problems: problems.sort(byPlace), files: files.size }
}

/** Without `site.yml` or `plans.yml` there is no snapshot. */
function snapshotOf(dir: string, files: LoadedFiles): Snapshot | undefined {
  try {
    return buildSnapshot(dir, files)
  } catch (error) {
    if (error instanceof InvalidContentFolderError) return undefined
    throw error
  }
}

const byPlace = (one: Problem, other: Problem) =>
  one.file === other.file ? one.line - other.line || one.column - other.column : one.file < other.file ? -1 : 1

const FEEDS = ['/feed.xml', '/feed.json', '/sitemap.xml', '/robots.txt']
const TRY_FOR_FREE = new RegExp(`^${pagePaths.tryForFree}/[A-Za-z0-9_-]{1,128}$`)

type SiteUrls = ReturnType<typeof siteUrls>

/** All URLs of the site. */
function siteUrls({ posts, aliases, categories, tags, authors, site }: Snapshot, storageDir: string | undefined) {
  const pages = new Set([
    ...Object.values(pagePaths).filter((path) => typeof path === 'string'),
    ...FEEDS,
    pagePaths.driverApp(site.slug),
    pagePaths.operatorApp(site.slug),
    ...[...posts.keys(), ...aliases.keys()].map(pagePaths.post),
    ...[...categories.keys()].map(pagePaths.category),
    ...[...tags.keys()].map(pagePaths.tag),
    ...[...authors.keys()].map(pagePaths.author),
  ])
  const publicDir = join(storageDir ?? '', 'public')
  const isKnown = storageDir !== undefined && existsSync(publicDir)
  const hasStored = (path: string) => !isKnown || (isSafePath(path) && existsSync(join(publicDir, path)))
  const has = (path: string) =>
    path.startsWith('/storage/')
      ? hasStored(path.slice('/storage/'.length).replace(/\/$/, ''))
      : pages.has(path.replace(/(?<=.)\/$/, '')) || TRY_FOR_FREE.test(path)
  return { has, hasStored, near: (path: string) => didYouMean(path, pages) }
}

/** A picture that does not exist. */
const authorProblems = (file: string, { picture }: AuthorEntry, urls: SiteUrls): Problem[] =>
  picture === '' || urls.hasStored(picture)
    ? []
    : [{ file, line: 1, column: 1, reason: `there is no image at /storage/${picture}`, severity: 'error' }]

/** A problem at an index of a text. */
type Finding = { index: number; reason: string; severity: Problem['severity'] }
const error = (index: number, reason: string): Finding => ({ index, reason, severity: 'error' })
const warning = (index: number, reason: string): Finding => ({ index, reason, severity: 'warning' })

/** The problems in a post, or in a legal text. */
function textProblems(file: string, text: string, post: PostEntry | undefined, urls: SiteUrls): Problem[] {
  const format = post?.format ?? 'md'
  const start = post ? findFences(text).bodyStart : 0
  const bare = withoutCode(text.slice(start), format)
  const base = pagePaths.post(post?.id ?? '')
  const body = referencesIn(bare, format).flatMap((one) =>
    one.kind === 'link' ? brokenLink(one, base, urls) : imageProblems(one, post, urls),
  )
  if (post) body.push(...removedHtml(bare))
  const findings = body.map((one) => ({ ...one, index: one.index + start }))
  if (post) findings.push(...headProblems(text, text.slice(0, start), post, base, urls))
  return findings.map(({ index, reason, severity }) => {
    const column = index - text.lastIndexOf('\n', index - 1)
    return { file, line: lineAt(text, index), column, reason, severity }
  })
}

/** The problems in front matter. A summary is HTML, in which quotes may be escaped. */
function headProblems(text: string, head: string, post: PostEntry, base: string, urls: SiteUrls): Finding[] {
  const { date, expires, image, imageAlt } = post
  const links = referencesIn(head.replaceAll('\\"', ' "'), 'html').filter(({ kind }) => kind === 'link')
  const findings = links.flatMap((one) => brokenLink({ ...one, to: one.to.trim() }, base, urls))
  const imageAt = Math.max(0, text.indexOf(image ?? ''))
  if (image !== null && imageAlt === '') findings.push(warning(imageAt, NO_ALT))
  if (image !== null && !isColocated(image, post) && !urls.hasStored(image))
    findings.push(error(imageAt, `there is no image at /storage/${image}`))
  const expiresAt = Math.max(0, text.search(/^[ \t]*["']?(?:expir|unpublish)/m))
  if (expires !== null && expires <= date)
    findings.push(error(expiresAt, 'expires: is not after the date, so the post is never live'))
  return findings
}

const tags = new Set(allowedTags)
const attributes = new Set([...allowedAttributes, ...setAttributes])

/** HTML that the sanitizer removes; each kind is reported once. In Markdown, `<https://bread.example>` is a link, not an element. */
function removedHtml(bare: string): Finding[] {
  const findings = new Map<string, Finding>()
  for (const { name, isClosing, rest, start } of tagsIn(bare)) {
    for (const what of isClosing || !/^[a-z][a-z0-9-]*$/.test(name) ? [] : removedOf(name, rest)) {
      if (!findings.has(what)) findings.set(what, warning(start, `${what} is removed from posts`))
    }
  }
  return [...findings.values()]
}

function removedOf(tag: string, rest: string): string[] {
  const given = attributesIn(rest)
  if (!tags.has(tag) || (tag === 'input' && isRemovedInput(given.get('type')))) return [`<${tag}>`]
  const isRemoved = (name: string, value: string) =>
    !attributes.has(name) || (name !== 'src' && !setAttributes.includes(name) && !isAllowedValue(name, value))
  const removed = [...given].filter(([name, value]) => isRemoved(name, value)).map(([name]) => `the attribute ${name}`)
  return /^\s*(?:java|vb)script:/i.test(given.get('href') ?? '') ? [...removed, 'a link to a script'] : removed
}

const NO_DESCRIPTION = 'this image has no description: describe it for people who cannot see it'
const NO_ALT = 'image_alt: is missing: describe the image for people who cannot see it'

/** An image that does not exist, is not shown, or has no description. */
function imageProblems({ to, alt, index }: Reference, post: PostEntry | undefined, urls: SiteUrls): Finding[] {
  const findings = alt === undefined ? [warning(index, NO_DESCRIPTION)] : []
  const path = to.replace(/[?#].*/, '')
  if (/^(?:https?:)?\/\//i.test(to)) findings.push(warning(index, `${to} is on another site, so it is not shown`))
  else if (!to.startsWith('data:') && !isColocated(to, post) && !(path.startsWith('/storage/') && urls.has(path)))
    findings.push(error(index, `there is no image at ${to}`))
  return findings
}

/** A missing co-located image is a problem of the snapshot already. */
const isColocated = (to: string, post: PostEntry | undefined) =>
  post !== undefined && isPostFolder(post.file) && colocatedName(to) !== undefined

const SITE = 'https://site.invalid'

/** Links to other sites and to anchors of the same page are not checked. */
function brokenLink({ to, index }: Reference, base: string, urls: SiteUrls): Finding[] {
  const url = /^[#?]|^$/.test(to) ? undefined : URL.parse(to, SITE + base)
  if (url?.origin !== SITE) return []
  const path = url.pathname
  return urls.has(path) ? [] : [error(index, `broken link: ${to}${urls.near(path)}`)]
}

type Report = { problems: readonly Problem[]; files: number; errors: number; warnings: number }

/** The output: the problems and their number. */
export const formatters = {
  text: (report: Report) => asLines(report, (one) => problemLine(one) + (one.severity === 'error' ? '' : ' (warning)')),
  json: (report: Report) => JSON.stringify(report, null, 2),
  github: (report: Report) => asLines(report, annotation),
}

/** A GitHub Actions annotation. The escapes keep a message from starting another command. */
const annotation = ({ severity, file, line, column, reason }: Problem) =>
  `::${severity} file=${property(file)},line=${line},col=${column}::${data(reason)}`

const data = (text: string) => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
const property = (text: string) => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C')

function asLines({ problems, files, errors, warnings }: Report, lineOf: (problem: Problem) => string): string {
  const total = [count(files, 'file'), count(errors, 'error'), count(warnings, 'warning')].join(', ')
  return [...problems.map(lineOf), total].join('\n')
}

const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`

/** The problems of these files and folders, or all without paths. A co-located image selects its post. */
export function problemsAt(paths: readonly string[], dir: string, problems: readonly Problem[]): readonly Problem[] {
  const isInPostFolder = (path: string) => isPostFolder(`${relative(resolve(dir), dirname(path))}/index.md`)
  const wanted = paths.map((path) => resolve(path)).map((path) => (isInPostFolder(path) ? dirname(path) : path))
  return paths.length === 0
    ? problems
    : problems.filter(({ file }) => wanted.some((one) => `${resolve(file)}${sep}`.startsWith(one + sep)))
}

function parseArguments(args: string[]) {
  try {
    const options = { format: { type: 'string', default: 'text' } } as const
    const { values, positionals: paths } = parseArgs({ args, options, allowPositionals: true })
    const format = (Object.keys(formatters) as (keyof typeof formatters)[]).find((one) => one === values.format)
    return format && { format, paths }
  } catch {
    return undefined
  }
}

/** `bun run content:check`: prints the problems and their number. Exit code 1 for errors, 2 for invalid arguments. */
async function run(): Promise<number> {
  const args = parseArguments(process.argv.slice(2))
  if (!args) {
    console.error(`Usage: bun run content:check [--format=${Object.keys(formatters).join('|')}] [paths]`)
    return 2
  }
  const { CONTENT_DIR: dir = 'content', STORAGE_DIR: storageDir = 'storage' } = process.env
  const { problems: all, files } = await checkContent({ dir, storageDir })
  const problems = problemsAt(args.paths, dir, all)
  const errors = problems.filter(({ severity }) => severity === 'error').length
  console.log(formatters[args.format]({ problems, files, errors, warnings: problems.length - errors }))
  return errors > 0 ? 1 : 0
}

if (import.meta.main) process.exitCode = await run()
