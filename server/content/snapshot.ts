import { join } from 'node:path'
import type { Plan, Site } from '#contract/site.ts'
import { didYouMean } from '#server/lib/edit-distance.ts'
import { colocatedPath, type Decoded, type DecodedPost, type LandingEntry, type TermEntry } from './decode-file.ts'
import { InvalidContentFolderError, type Problem, problem, problemLine } from './errors.ts'
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

type Posts = Map<string, PostEntry>
type Names = ReadonlyMap<string, TermEntry>

/** The snapshot of these files. Throws `InvalidContentFolderError` where `site.yml` or `plans.yml` is missing or broken. */
export function buildSnapshot(dir: string, files: LoadedFiles): Snapshot {
  const problems: Problem[] = []
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
    if (decoded?.kind === 'categories') categories.set(decoded.name.id, decoded.name)
    if (decoded?.kind === 'tags') tags.set(decoded.name.id, decoded.name)
    if (decoded?.kind === 'landings') landings.set(decoded.entry.id, decoded.entry)
    if (decoded?.kind === 'pictures') pictures.set(decoded.file, decoded.revision)
    if (decoded?.kind === 'legal') legal.set(decoded.id, decoded.text)
  }
  const posts = postsById(dir, decodedPosts, problems)
  dropInterruptedRenames(dir, posts, problems)
  const valid = decodedPosts.filter(({ post }) => files.get(post.file)?.problems.length === 0)
  for (const post of valid) warnAbout(dir, post, categories, tags, problems)
  for (const post of decodedPosts) reportMissingImages(dir, post, pictures, problems)
  const aliases = aliasesOf(dir, posts, decodedPosts, problems)
  const site = files.get('site.yml')?.decoded
  const plans = files.get('plans.yml')?.decoded
  if (site?.kind !== 'site') throw unusable(dir, files, 'site.yml')
  if (plans?.kind !== 'plans') throw unusable(dir, files, 'plans.yml')
  const parts = { posts, categories, tags, aliases, landings, pictures, legal, problems, lastGood }
  return { ...parts, site: site.site, plans: plans.plans }
}

function unusable(dir: string, files: LoadedFiles, file: string): InvalidContentFolderError {
  const [first] = files.get(file)?.problems ?? []
  return new InvalidContentFolderError(first ? problemLine(first) : `${join(dir, file)} is missing`)
}

/** Of two files with one id, the first by name is shown. */
function postsById(dir: string, decoded: readonly DecodedPost[], problems: Problem[]): Posts {
  const posts: Posts = new Map()
  for (const { post } of decoded) {
    const other = posts.get(post.id)
    const [winner, loser] = other && other.file < post.file ? [other, post] : [post, other]
    posts.set(post.id, winner)
    if (loser) problems.push(problem(dir, loser.file, `${winner.file} has this id already`, 'error'))
  }
  return posts
}

/** Hides the old file of a rename that a crash interrupted: both files exist, and the new one has the old id as an alias. */
function dropInterruptedRenames(dir: string, posts: Posts, problems: Problem[]): void {
  for (const renamed of posts.values()) {
    for (const alias of renamed.aliases) {
      const old = posts.get(alias)
      if (!old || !posts.has(renamed.id) || !isOldFileOf(old, renamed)) continue
      posts.delete(old.id)
      const reason = `this post was renamed to ${renamed.file}, which redirects from here: delete this file`
      problems.push(problem(dir, old.file, reason, 'error'))
    }
  }
}

/** A rename keeps all aliases and sets `updated`; an alias of another post's id, written by hand, does neither. */
const isOldFileOf = (old: PostEntry, renamed: PostEntry) =>
  old !== renamed &&
  old.aliases.every((alias) => alias === renamed.id || renamed.aliases.includes(alias)) &&
  (old.date === renamed.date || old.title === renamed.title) &&
  (old.updated ?? '') < (renamed.updated ?? '')

function warnAbout(
  dir: string,
  { post, lines, warnings }: DecodedPost,
  categories: Names,
  tags: Names,
  problems: Problem[],
): void {
  const warn = (reason: string, line: number) => problems.push(problem(dir, post.file, reason, 'warning', line))
  for (const { line, reason } of warnings) warn(reason, line)
  const { category } = post
  if (category !== null && !categories.has(category))
    warn(`there is no category "${category}"${didYouMean(category, categories.keys())}`, lines.category)
  for (const tag of post.tags)
    if (!tags.has(tag)) warn(`there is no tag "${tag}"${didYouMean(tag, tags.keys())}`, lines.tags)
}

function reportMissingImages(
  dir: string,
  { post, references }: DecodedPost,
  pictures: Snapshot['pictures'],
  problems: Problem[],
): void {
  for (const { name, line } of references) {
    if (pictures.has(colocatedPath(post.file, name))) continue
    problems.push(problem(dir, post.file, `there is no image ${name} in the folder of the post`, 'error', line))
  }
}

/** An alias that is the id or an alias of another post is ignored. */
function aliasesOf(
  dir: string,
  posts: Posts,
  decoded: readonly DecodedPost[],
  problems: Problem[],
): Map<string, string> {
  const aliases = new Map<string, string>()
  for (const { post, lines } of decoded) {
    if (posts.get(post.id) !== post) continue
    for (const alias of post.aliases) {
      const taken = posts.has(alias) ? alias : aliases.get(alias)
      if (taken === undefined) aliases.set(alias, post.id)
      else {
        const reason = `aliases: "${alias}" belongs to the post "${taken}"`
        problems.push(problem(dir, post.file, reason, 'warning', lines.aliases))
      }
    }
  }
  return aliases
}
