import { join } from 'node:path'
import type { Plan, Site } from '#contract/site.ts'
import { didYouMean } from '#server/lib/edit-distance.ts'
import { colocatedPath, type Decoded, type DecodedPost, type LandingEntry, type TermEntry } from './decode-file.ts'
import { InvalidContentFolderError, type Problem, problemLine } from './errors.ts'
import type { PostEntry } from './post-file.ts'

/** All content at one moment. Never changed in place: a change creates the next one. */
export type Snapshot = {
  posts: ReadonlyMap<string, PostEntry>
  categories: ReadonlyMap<string, TermEntry>
  tags: ReadonlyMap<string, TermEntry>
  /** Old id → the id that it redirects to. */
  aliases: ReadonlyMap<string, string>
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
export type LoadedFile = { decoded: Decoded | undefined; problems: readonly Problem[] }
/** All content, by path inside the content folder. */
export type LoadedFiles = ReadonlyMap<string, LoadedFile>
/** The path of the folder itself. */
export const ROOT = '.'

/** The snapshot of these files. Throws `InvalidContentFolderError` where `site.yml` or `plans.yml` is missing or broken. */
export function buildSnapshot(dir: string, files: LoadedFiles): Snapshot {
  const problems: Problem[] = []
  const report: Report = (file, reason, severity = 'error', line = 1) =>
    problems.push({ file: join(dir, file), line, column: 1, reason, severity })
  const decodedPosts: DecodedPost[] = []
  const categories = new Map<string, TermEntry>()
  const tags = new Map<string, TermEntry>()
  const landings = new Map<string, LandingEntry>()
  const pictures = new Map<string, string>()
  const legal = new Map<string, string>()
  const lastGood = new Set<string>()
  for (const [file, { decoded, problems: own }] of files) {
    problems.push(...own)
    // Where the folder as a whole is gone, all of its content is the last good version.
    if ((decoded || file === ROOT) && own.some(({ severity }) => severity === 'error')) lastGood.add(join(dir, file))
    if (decoded?.kind === 'posts') decodedPosts.push(decoded)
    if (decoded?.kind === 'categories') categories.set(decoded.id, decoded)
    if (decoded?.kind === 'tags') tags.set(decoded.id, decoded)
    if (decoded?.kind === 'landings') landings.set(decoded.id, decoded)
    if (decoded?.kind === 'pictures') pictures.set(decoded.file, decoded.revision)
    if (decoded?.kind === 'legal') legal.set(decoded.id, decoded.text)
  }
  const posts = postsById(decodedPosts, report)
  for (const decoded of decodedPosts) {
    const { post, references } = decoded
    if (files.get(post.file)?.problems.length === 0) warnAbout(decoded, categories, tags, report)
    for (const { name, line } of references)
      if (!pictures.has(colocatedPath(post.file, name)))
        report(post.file, `there is no image ${name} in the folder of the post`, 'error', line)
  }
  const aliases = aliasesOf(posts, decodedPosts, report)
  const site = files.get('site.yml')?.decoded
  const plans = files.get('plans.yml')?.decoded
  if (site?.kind !== 'site') throw unusable(dir, files, 'site.yml')
  if (plans?.kind !== 'plans') throw unusable(dir, files, 'plans.yml')
  const parts = { posts, categories, tags, aliases, landings, pictures, legal, problems, lastGood }
  return { ...parts, site: site.site, plans: plans.plans }
}

type Report = (file: string, reason: string, severity?: Problem['severity'], line?: number) => void

function unusable(dir: string, files: LoadedFiles, file: string): InvalidContentFolderError {
  const [first] = files.get(file)?.problems ?? []
  return new InvalidContentFolderError(first ? problemLine(first) : `${join(dir, file)} is missing`)
}

/** Of two files with one id, the first by name is shown. */
function postsById(decoded: readonly DecodedPost[], report: Report): Map<string, PostEntry> {
  const posts = new Map<string, PostEntry>()
  for (const { post } of decoded) {
    const other = posts.get(post.id)
    const [winner, loser] = other && other.file < post.file ? [other, post] : [post, other]
    posts.set(post.id, winner)
    if (loser) report(loser.file, `${winner.file} has this id already`)
  }
  return posts
}

type Names = ReadonlyMap<string, TermEntry>

function warnAbout({ post, lines, warnings }: DecodedPost, categories: Names, tags: Names, report: Report): void {
  const { file, category } = post
  for (const { line, reason } of warnings) report(file, reason, 'warning', line)
  const check = (kind: string, id: string, names: Names, line: number) => {
    if (!names.has(id)) report(file, `there is no ${kind} "${id}"${didYouMean(id, names.keys())}`, 'warning', line)
  }
  if (category !== null) check('category', category, categories, lines.category)
  for (const tag of post.tags) check('tag', tag, tags, lines.tags)
}

/** An alias that is the id or an alias of another post is ignored. */
function aliasesOf(posts: Snapshot['posts'], decoded: readonly DecodedPost[], report: Report): Map<string, string> {
  const aliases = new Map<string, string>()
  for (const { post, lines } of decoded) {
    for (const alias of posts.get(post.id) === post ? post.aliases : []) {
      const taken = posts.has(alias) ? alias : aliases.get(alias)
      if (taken === undefined) aliases.set(alias, post.id)
      else report(post.file, `aliases: "${alias}" belongs to the post "${taken}"`, 'warning', lines.aliases)
    }
  }
  return aliases
}
