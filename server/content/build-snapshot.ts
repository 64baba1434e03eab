import { join } from 'node:path'
import type { Plan } from '#contract/plans.ts'
import type { Site } from '#contract/site.ts'
import { ContentUnusable } from './content-unusable.ts'
import type { Decoded, NameLines } from './decode-file.ts'
import { type Filed, type Files, problem } from './files.ts'
import { type Problem, problemLine } from './problem.ts'
import type { NameEntry, PostEntry, Snapshot } from './snapshot.ts'

type DecodedPost = Extract<Decoded, { kind: 'posts' }>
type Names = ReadonlyMap<string, NameEntry>

/** All content at this moment, made of its files. Throws `ContentUnusable` where a file is missing without which there is no site. */
export function buildSnapshot(dir: string, files: Files): Snapshot {
  const problems = [...files.values()].flatMap((filed) => filed.problems)
  const kept = keepPosts(dir, files, problems)
  const categories = namesIn(files, 'categories')
  const tags = namesIn(files, 'tags')
  for (const one of kept) problems.push(...unknownNames(dir, one, categories, tags))
  const posts = new Map(kept.map(({ post }) => [post.id, post]))
  const aliases = aliasesOf(dir, posts, problems)
  return {
    posts,
    categories,
    tags,
    aliases,
    site: siteOf(dir, files),
    plans: plansOf(dir, files),
    legal: legalOf(files),
    problems,
  }
}

/** Of two files with one id, the first by name is the post. */
function keepPosts(dir: string, files: Files, problems: Problem[]): DecodedPost[] {
  const kept = new Map<string, DecodedPost>()
  for (const { holds } of files.values()) {
    if (holds?.kind !== 'posts') continue
    const other = kept.get(holds.post.id)
    const [winner, loser] = other && other.post.file < holds.post.file ? [other, holds] : [holds, other]
    kept.set(winner.post.id, winner)
    if (loser) problems.push(problem(dir, loser.post.file, `${winner.post.file} has this id already`, 'error'))
  }
  return [...kept.values()]
}

function namesIn(files: Files, kind: 'categories' | 'tags'): Names {
  const names = new Map<string, NameEntry>()
  for (const { holds } of files.values()) if (holds?.kind === kind) names.set(holds.name.id, holds.name)
  return names
}

function unknownNames(
  dir: string,
  { post, lines }: { post: PostEntry; lines: NameLines },
  categories: Names,
  tags: Names,
) {
  const warn = (reason: string, line: number) => problem(dir, post.file, reason, 'warning', line)
  const { category } = post
  const wrong = post.tags
    .filter((tag) => !tags.has(tag))
    .map((tag) => warn(`tags: there is no tag "${tag}"`, lines.tags))
  if (category === null || categories.has(category)) return wrong
  return [warn(`category: there is no category "${category}"`, lines.category), ...wrong]
}

/** An old id that is a post's own id now leads nowhere. */
function aliasesOf(dir: string, posts: ReadonlyMap<string, PostEntry>, problems: Problem[]): Map<string, string> {
  const aliases = new Map<string, string>()
  for (const post of posts.values()) {
    for (const alias of post.aliases) {
      const taken = posts.has(alias) ? alias : aliases.get(alias)
      if (taken === undefined) aliases.set(alias, post.id)
      else problems.push(problem(dir, post.file, `aliases: "${alias}" belongs to the post "${taken}"`, 'warning'))
    }
  }
  return aliases
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
  throw new ContentUnusable(first ? problemLine(first) : `${join(dir, file)} is missing`)
}
