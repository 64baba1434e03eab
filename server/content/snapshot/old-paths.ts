import { basename, dirname, extname } from 'node:path'
import { AGREEMENT_PATH, PRIVACY_POLICY_PATH, pagePaths, RESERVED_IDS } from '#contract/paths.ts'
import { PERMALINK_PLACEHOLDER, type PermalinkName, permalinkNameOf, type Site } from '#contract/site.ts'
import { landingIds } from '#contract/trades.ts'
import { normalizeOldPath } from '#server/content/files/old-path.ts'
import type { PostEntry } from '#server/content/files/post-file.ts'

/** Words of a URL: `What’s new?` becomes `what-s-new`. */
const asSlug = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_]+/gu, '-')
    .replace(/^-|-$/g, '')

/** The same of Hugo, which drops signs and leaves dots: `Go 1.2: what’s new?` becomes `go-1.2-whats-new`. */
const asHugoSlug = (text: string) => text.replace(/[^\p{L}\p{M}\p{N}._+~ -]+/gu, '').trim()

/** `depth`: how many of the post's folders the pattern does not name. */
type Values = { post: PostEntry; name: string; day: string; depth: number }

/** The name of a post's file or folder, without extension. */
const fileName = (file: string) => basename(isIndex(file) ? dirname(file) : file.slice(0, -extname(file).length))
const isIndex = (file: string) => /\/index\.[a-z]+$/i.test(file)
const withoutDate = (name: string) => name.replace(/^\d{4}-\d{1,2}-\d{1,2}[-_ ]+(?=.)/, '')

/** The folders below `posts`, without that of the post itself. */
const folders = (file: string) =>
  dirname(isIndex(file) ? dirname(file) : file)
    .split('/')
    .slice(1)

const part = (day: string, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' }).format(Date.parse(day))
const yearDay = (day: string) => String((Date.parse(day) - Date.parse(`${day.slice(0, 4)}-01-01`)) / 86_400_000 + 1)

const categoriesOf = ({ former, category }: PostEntry): string =>
  (former?.categories ?? (category === null ? [] : [category])).map(asSlug).join('/')

/** The placeholders of Jekyll, Hugo and WordPress. */
const VALUES: Readonly<Record<PermalinkName, (values: Values) => string>> = {
  year: ({ day }) => day.slice(0, 4),
  short_year: ({ day }) => day.slice(2, 4),
  month: ({ day }) => day.slice(5, 7),
  monthnum: ({ day }) => day.slice(5, 7),
  i_month: ({ day }) => String(Number(day.slice(5, 7))),
  short_month: ({ day }) => part(day, { month: 'short' }),
  long_month: ({ day }) => part(day, { month: 'long' }),
  monthname: ({ day }) => part(day, { month: 'long' }),
  day: ({ day }) => day.slice(8, 10),
  i_day: ({ day }) => String(Number(day.slice(8, 10))),
  y_day: ({ day }) => yearDay(day).padStart(3, '0'),
  yearday: ({ day }) => yearDay(day),
  weekdayname: ({ day }) => part(day, { weekday: 'long' }),
  hour: ({ post }) => post.date.slice(11, 13),
  minute: ({ post }) => post.date.slice(14, 16),
  second: ({ post }) => post.date.slice(17, 19),
  title: ({ name }) => name,
  slug: ({ name }) => name,
  postname: ({ name }) => name,
  slugorfilename: ({ name }) => name,
  slugorcontentbasename: ({ name }) => name,
  name: ({ post }) => fileName(post.file),
  basename: ({ post }) => fileName(post.file),
  filename: ({ post }) => fileName(post.file),
  contentbasename: ({ post }) => fileName(post.file),
  path: ({ post, name, depth }) => [...folders(post.file).slice(depth), name].join('/'),
  section: ({ post, depth }) => folders(post.file)[depth] ?? '',
  sections: ({ post, depth }) => folders(post.file).slice(depth).join('/'),
  collection: () => 'posts',
  category: ({ post }) => categoriesOf(post),
  categories: ({ post }) => categoriesOf(post),
  slugified_categories: ({ post }) => categoriesOf(post),
  author: ({ post }) => asSlug(post.author ?? ''),
  output_ext: () => '',
}

const complete = (pattern: string, values: Values) =>
  pattern.replace(PERMALINK_PLACEHOLDER, (written: string) => {
    const name = permalinkNameOf(written)
    return name ? VALUES[name](values).replaceAll('%', '%25') : written
  })

type Rules = Pick<Site, 'old_permalinks' | 'old_folder_permalinks'>
type Rule = { pattern: string; depth: number }

/** The rules for a post: that of its folder, or of the next one above that has one, and those for all posts. */
function rulesFor({ file }: PostEntry, { old_permalinks: patterns, old_folder_permalinks: byFolder }: Rules): Rule[] {
  const rules = patterns.map((pattern) => ({ pattern, depth: 0 }))
  const above = folders(file)
  for (let depth = above.length; depth > 0; depth--) {
    const folder = above.slice(0, depth).join('/')
    const pattern = Object.hasOwn(byFolder, folder) ? byFolder[folder] : undefined
    if (pattern !== undefined) return [{ pattern, depth }, ...rules]
  }
  return rules
}

/** The paths of a post below a pattern: first the most probable one, then those of other rules for names and dates. */
function* pathsFrom({ pattern, depth }: Rule, post: PostEntry): Generator<string> {
  if (!/[:%]/.test(pattern)) return yield* normalizedOr(pattern)
  const file = fileName(post.file)
  const [named] = /^\d{4}-\d{2}-\d{2}(?=[-_ ])/.exec(file) ?? []
  const days = unique([post.former?.day ?? '', named ?? '', post.date.slice(0, 10)])
  const usable = days.filter((day) => !Number.isNaN(Date.parse(day)))
  const used = new Set([''])
  for (const name of namesOf(post, file))
    if (!used.has(name))
      for (const day of usable) {
        used.add(name)
        yield* normalizedOr(complete(pattern, { post, name, day, depth }))
      }
}

/** Computed one by one, because the first is nearly always enough. */
function* namesOf({ former, title }: PostEntry, file: string): Generator<string> {
  yield former?.slug ?? ''
  yield withoutDate(file)
  yield file
  yield asSlug(withoutDate(file))
  yield asSlug(title)
  yield asHugoSlug(title)
}

function* normalizedOr(path: string): Generator<string> {
  const normalized = normalizeOldPath(path)
  if (normalized !== undefined) yield normalized
}

const unique = (all: readonly string[]): string[] => (all.length < 2 ? [...all] : [...new Set(all)])

/**
 * Systems without a rule name posts like their files below these folders, and posts link to each other's files. A former id may
 * have been a path at the root: that of a slug, or of a plugin of Jekyll.
 */
function filePaths({ file, id, aliases }: PostEntry): string[] {
  const name = fileName(file)
  const paths = unique([name, [...folders(file), name].join('/')])
  const all = paths.flatMap((path) => [`/posts/${path}`, ...(path === id ? [] : [pagePaths.post(path)])])
  const ids = aliases.map((alias) => `/${alias}`)
  return [...all, ...ids].flatMap((path) => normalizeOldPath(path.replaceAll('%', '%25')) ?? [])
}

type Path = { path: string; isOwn: boolean }
/** Paths of a post that its front matter names, and the most probable ones of patterns; all others once they are needed. */
type Paths = { written: readonly Path[]; probable: readonly Path[]; others?: readonly string[] }
const known = new WeakMap<PostEntry, { site: Rules; paths: Paths }>()

/** Computed once per post and `site.yml`, because every change builds a snapshot. */
export function pathsOf(post: PostEntry, site: Rules): Paths {
  const before = known.get(post)
  if (before?.site === site) return before.paths
  const firstOf = (all: readonly Rule[]) =>
    all.flatMap((rule) => pathsFrom(rule, post).next().value ?? []).map((path) => ({ path, isOwn: isOwnPath(path) }))
  const written = (post.former?.paths ?? []).map((pattern) => ({ pattern, depth: 0 }))
  const paths: Paths = { written: firstOf(written), probable: firstOf(rulesFor(post, site)) }
  known.set(post, { site, paths })
  return paths
}

/** The pages and files that every site has at the same path. */
export const FIXED_PATHS: ReadonlySet<string> = new Set([
  ...Object.values(pagePaths).filter((path) => typeof path === 'string'),
  ...landingIds.map(pagePaths.landing),
  ...[PRIVACY_POLICY_PATH, AGREEMENT_PATH],
  ...['/feed.xml', '/feed.json', '/sitemap.xml', '/robots.txt', '/favicon.ico'],
])
const TAKEN = new Set('api storage assets admin preview time-machine company healthz readyz metrics'.split(' '))

/** Whether the site itself answers there. Such requests are never looked up, so this only decides about a warning. */
function isOwnPath(path: string): boolean {
  const [, first = '', second = ''] = path.split('/')
  return FIXED_PATHS.has(path) || TAKEN.has(first) || (first === 'blog' && RESERVED_IDS.includes(second))
}

type Posts = ReadonlyMap<string, PostEntry>

const idBelowBlog = (path: string) => (path.startsWith(pagePaths.post('')) ? path.slice(pagePaths.post('').length) : '')

type Urls = {
  posts: Posts
  aliases: ReadonlyMap<string, string>
  oldPaths: ReadonlyMap<string, string>
  site: Rules
}

/** Finds the post at a path that no route answers, whatever its state. `all`: the same, of what is computed once for all posts. */
export function postAtOldPath(urls: Urls, path: string, all = urls): PostEntry | undefined {
  const { posts, aliases, oldPaths } = urls
  const key = normalizeOldPath(path)
  if (key === undefined) return undefined
  const id = idBelowBlog(key)
  const post = posts.get(id)
  if (post) return post
  const current = aliases.get(id) ?? oldPaths.get(key) ?? lessProbable(all).get(key)
  return current === undefined ? undefined : posts.get(current)
}

const lessProbableOf = new WeakMap<Posts, ReadonlyMap<string, string>>()

/** Paths of other rules for names and dates, computed with the first request that needs them: starts and saves need none. */
function lessProbable({ posts, site }: Urls): ReadonlyMap<string, string> {
  const known = lessProbableOf.get(posts)
  if (known) return known
  const found = new Map<string, string>()
  for (const post of posts.values()) {
    const paths = pathsOf(post, site)
    paths.others ??= [...rulesFor(post, site).flatMap((rule) => [...pathsFrom(rule, post)]), ...filePaths(post)]
    for (const path of paths.others) {
      const rival = posts.get(found.get(path) ?? '')
      if (!rival || comesFirst(post, rival)) found.set(path, post.id)
    }
  }
  lessProbableOf.set(posts, found)
  return found
}

type Report = (post: PostEntry, reason: string) => void

const comesFirst = (a: PostEntry, b: PostEntry) => (a.draft === b.draft ? a.id < b.id : b.draft)

/**
 * Old path → id of its post. Written paths come before those of patterns; of several posts the first by id gets a path, a
 * draft only if no other post has it.
 */
export function oldPathsOf(posts: Posts, site: Rules, report: Report) {
  const found = new Map<string, string>()
  /** Claims the paths of one kind, which do not replace those of an earlier kind. */
  function claim(kind: 'written' | 'probable', isReported: (post: PostEntry) => boolean): void {
    const claims = new Map<string, string>()
    const lose = (post: PostEntry, reason: string) => void (isReported(post) && report(post, reason))
    const claimOne = (post: PostEntry, path: string) => {
      const owner = posts.get(idBelowBlog(path))?.id ?? found.get(path)
      const rival = posts.get(owner ?? claims.get(path) ?? '')
      if (rival === post) return
      const [winner, loser] = !rival || (!owner && comesFirst(post, rival)) ? [post, rival] : [rival, post]
      if (!owner) claims.set(path, winner.id)
      if (loser) lose(loser, `the old URL ${path} belongs to the post "${winner.id}"`)
    }
    for (const post of posts.values())
      for (const { path, isOwn } of pathsOf(post, site)[kind])
        if (isOwn) lose(post, `the old URL ${path} is a page of the site, so it does not redirect`)
        else claimOne(post, path)
    for (const [path, id] of claims) found.set(path, id)
  }
  claim('written', () => true)
  claim('probable', ({ former }) => !former?.paths)
  return found
}
