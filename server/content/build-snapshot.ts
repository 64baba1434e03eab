import { join } from 'node:path'
import type { Plan } from '#contract/plans.ts'
import type { Site } from '#contract/site.ts'
import { didYouMean } from '#server/lib/edit-distance.ts'
import { colocatedPath } from './colocated-images.ts'
import { type Filed, type Files, problem, WHOLE } from './loaded-files.ts'
import { type Problem, problemLine } from './problem.ts'
import { dropLeftOver } from './redirects/drop-interrupted-rename.ts'
import type { LandingEntry, NameEntry, PostEntry, Snapshot } from './snapshot.ts'
import { InvalidContentFolderError } from './unusable.ts'

type Names = ReadonlyMap<string, NameEntry>

/** All content at this moment, made of its files. Throws `InvalidContentFolderError` where a file is missing without which there is no site. */
export function buildSnapshot(dir: string, files: Files): Snapshot {
  const problems: Problem[] = []
  for (const filed of files.values()) if (filed.problems.length > 0) problems.push(...filed.problems)
  const posts = keepPosts(dir, files, problems)
  dropLeftOver(dir, posts, problems)
  const categories = namesIn(files, 'categories')
  const tags = namesIn(files, 'tags')
  warnOfOddities(dir, files, categories, tags, problems)
  const pictures = picturesOf(dir, files, problems)
  const aliases = aliasesOf(dir, posts, problems, aliasLines(files))
  return {
    posts,
    categories,
    tags,
    aliases,
    landings: landingsOf(files),
    pictures,
    site: siteOf(dir, files),
    plans: plansOf(dir, files),
    legal: legalOf(files),
    problems,
    lastGood: lastGoodOf(dir, files),
  }
}

/** Where the folder as a whole is gone, that is all that it held. */
function lastGoodOf(dir: string, files: Files): Set<string> {
  const named = new Set<string>()
  for (const [file, { holds, problems }] of files) {
    const isBad = problems.some(({ severity }) => severity === 'error')
    if (isBad && (holds || file === WHOLE)) named.add(join(dir, file))
  }
  return named
}

/** Of two files with one id, the first by name is the post. */
function keepPosts(dir: string, files: Files, problems: Problem[]): Map<string, PostEntry> {
  const postsById = new Map<string, PostEntry>()
  for (const { holds } of files.values()) {
    if (holds?.kind !== 'posts') continue
    const { post } = holds
    const other = postsById.get(post.id)
    const [winner, loser] = other && other.file < post.file ? [other, post] : [post, other]
    postsById.set(post.id, winner)
    if (loser) problems.push(problem(dir, loser.file, `${winner.file} has this id already`, 'error'))
  }
  return postsById
}

function namesIn(files: Files, kind: 'categories' | 'tags'): Names {
  const names = new Map<string, NameEntry>()
  for (const { holds } of files.values()) if (holds?.kind === kind) names.set(holds.name.id, holds.name)
  return names
}

/** What is odd about a file that is shown as it stands there. */
function warnOfOddities(dir: string, files: Files, categories: Names, tags: Names, problems: Problem[]): void {
  const warnOf = (file: string, kind: string, names: Names, id: string, line: number) =>
    problems.push(problem(dir, file, `there is no ${kind} "${id}"${didYouMean(id, names.keys())}`, 'warning', line))
  for (const { holds, problems: own } of files.values()) {
    if (holds?.kind !== 'posts' || own.length > 0) continue
    const { post, lines, warnings } = holds
    for (const { line, reason } of warnings) problems.push(problem(dir, post.file, reason, 'warning', line))
    if (post.category !== null && !categories.has(post.category))
      warnOf(post.file, 'category', categories, post.category, lines.category)
    for (const tag of post.tags) if (!tags.has(tag)) warnOf(post.file, 'tag', tags, tag, lines.tags)
  }
}

/** An old id that is a post's own id now leads nowhere. */
function aliasesOf(
  dir: string,
  posts: ReadonlyMap<string, PostEntry>,
  problems: Problem[],
  lineOf: (file: string) => number,
): Map<string, string> {
  const aliases = new Map<string, string>()
  for (const post of posts.values()) {
    for (const alias of post.aliases) {
      const taken = posts.has(alias) ? alias : aliases.get(alias)
      if (taken === undefined) aliases.set(alias, post.id)
      else {
        const reason = `aliases: "${alias}" belongs to the post "${taken}"`
        problems.push(problem(dir, post.file, reason, 'warning', lineOf(post.file)))
      }
    }
  }
  return aliases
}

function picturesOf(dir: string, files: Files, problems: Problem[]): Map<string, string> {
  const pictures = new Map<string, string>()
  for (const { holds } of files.values()) if (holds?.kind === 'pictures') pictures.set(holds.file, holds.revision)
  for (const { holds } of files.values()) {
    if (holds?.kind !== 'posts') continue
    for (const { name, line } of holds.references) {
      if (pictures.has(colocatedPath(holds.post.file, name))) continue
      problems.push(problem(dir, holds.post.file, `there is no picture ${name} beside the post`, 'error', line))
    }
  }
  return pictures
}

const aliasLines = (files: Files) => (file: string) => {
  const holds = files.get(file)?.holds
  return holds?.kind === 'posts' ? holds.lines.aliases : 1
}

function landingsOf(files: Files): Map<string, LandingEntry> {
  const landings = new Map<string, LandingEntry>()
  for (const { holds } of files.values()) if (holds?.kind === 'landings') landings.set(holds.entry.id, holds.entry)
  return landings
}

function legalOf(files: Files): Map<string, string> {
  const legal = new Map<string, string>()
  for (const { holds } of files.values()) if (holds?.kind === 'legal') legal.set(holds.id, holds.text)
  return legal
}

function siteOf(dir: string, files: Files): Site {
  const filed = files.get('site.yml')
  return filed?.holds?.kind === 'site' ? filed.holds.site : unusable(dir, 'site.yml', filed)
}

function plansOf(dir: string, files: Files): readonly Plan[] {
  const filed = files.get('plans.yml')
  return filed?.holds?.kind === 'plans' ? filed.holds.plans : unusable(dir, 'plans.yml', filed)
}

function unusable(dir: string, file: string, filed: Filed | undefined): never {
  const [first] = filed?.problems ?? []
  throw new InvalidContentFolderError(first ? problemLine(first) : `${join(dir, file)} is missing`)
}
