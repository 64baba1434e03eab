import { dirname, join, relative, resolve, sep } from 'node:path'
import { parseArgs } from 'node:util'
import { pagePaths } from '#contract/paths.ts'
import { ifValid, lineAt } from '#server/lib/text-file.ts'
import { createContentFolder, fileText, isPostFolder } from './content-files.ts'
import type { AuthorEntry } from './decode-file.ts'
import { InvalidContentFolderError, type Problem, problemLine } from './errors.ts'
import { findFences, type PostEntry } from './post-file.ts'
import { buildSnapshot, type LoadedFiles, readAll, type Snapshot } from './snapshot.ts'
import {
  bodyFindings,
  brokenLinks,
  error,
  type Finding,
  isColocated,
  type SiteUrls,
  siteUrls,
  warning,
} from './text-problems.ts'

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

/** A picture that does not exist. */
const authorProblems = (file: string, { picture }: AuthorEntry, urls: SiteUrls): Problem[] =>
  picture === '' || urls.hasStored(picture)
    ? []
    : [{ file, line: 1, column: 1, reason: `there is no image at /storage/${picture}`, severity: 'error' }]

/** The problems in a post, or in a legal text. */
function textProblems(file: string, text: string, post: PostEntry | undefined, urls: SiteUrls): Problem[] {
  const format = post?.format ?? 'md'
  const start = post ? findFences(text).bodyStart : 0
  const base = pagePaths.post(post?.id ?? '')
  const body = bodyFindings(text.slice(start), { format, base, file: post?.file, urls, isPost: post !== undefined })
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
  const findings = brokenLinks(head.replaceAll('\\"', ' "'), base, urls)
  const imageAt = Math.max(0, text.indexOf(image ?? ''))
  if (image !== null && imageAlt === '') findings.push(warning(imageAt, NO_ALT))
  if (image !== null && !isColocated(image, post.file) && !urls.hasStored(image))
    findings.push(error(imageAt, `there is no image at /storage/${image}`))
  const expiresAt = Math.max(0, text.search(/^[ \t]*["']?(?:expir|unpublish)/m))
  if (expires !== null && expires <= date)
    findings.push(error(expiresAt, 'expires: is not after the date, so the post is never live'))
  return findings
}

const NO_ALT = 'image_alt: is missing: describe the image for people who cannot see it'

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
