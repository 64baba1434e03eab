import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import * as v from 'valibot'

/**
 * A blog as its own system reads it, without any code of `server/content`: the corpus compares both. It is a judgement in few
 * lines, so it covers what the systems do by default.
 */
export type OldBlog = {
  system: string
  /** The folder that a user would copy into content/posts. */
  folder: string
  /** The rules of its URLs, for `old_permalinks`. */
  permalinks: readonly string[]
  posts: readonly OldPost[]
}

export type OldPost = {
  /** Path below the folder. */
  file: string
  /** Why visitors of the old blog do not see it in its default language; `undefined` for a published post. */
  hidden: 'draft' | 'future' | 'translation' | 'undated' | 'unreadable' | undefined
  /** Paths at which the old site has it. */
  urls: readonly string[]
}

type FrontMatter = Record<string, unknown>
type Named = { file: string; name: string; day: string; slug: string; folders: string; data: FrontMatter }
type System = {
  name: string
  /** Recognized by this file. */
  config: string
  folders: readonly string[]
  rules: (config: string) => readonly string[]
  /** The path of a post that has none of its own. */
  url: (post: Named, rule: string) => string
}

const expand = ({ day, slug, name, folders, data }: Named, rule: string) =>
  rule
    .replaceAll(':year', day.slice(0, 4))
    .replaceAll(':month', day.slice(5, 7))
    .replaceAll(':day', day.slice(8, 10))
    .replaceAll(':categories', [data.categories ?? []].flat().join('/').toLowerCase().replaceAll(' ', '/'))
    .replaceAll(':path', [folders, slug].filter((part) => part !== '').join('/'))
    .replaceAll(':slug', slug)
    .replaceAll(':title', slug || name)
    .replace(/\/{2,}/g, '/')

/** The first rule in a configuration that sets one. */
const found = (config: string, pattern: RegExp, otherwise: string) => [pattern.exec(config)?.[1]?.trim() || otherwise]
const JEKYLL_STYLES: Readonly<Record<string, string>> = {
  pretty: '/:categories/:year/:month/:day/:title/',
  none: '/:categories/:title.html',
}
const JEKYLL_DEFAULT = '/:categories/:year/:month/:day/:title.html'

const systems: readonly System[] = [
  {
    name: 'jekyll',
    config: '_config.yml',
    folders: ['_posts'],
    rules: (config) => {
      const [rule = ''] = found(config, /^permalink:\s*["']?([^"'\n#]+)/m, JEKYLL_DEFAULT)
      return [rule.startsWith('/') ? rule : (JEKYLL_STYLES[rule] ?? JEKYLL_DEFAULT)]
    },
    url: expand,
  },
  ...['hugo.toml', 'hugo.yaml', 'config.toml', 'config.yaml'].map((config) => ({
    name: config === 'config.toml' ? 'zola' : 'hugo',
    config,
    folders: ['content/posts', 'content/post', 'content/blog', 'content'],
    rules: (text: string) => found(text, /^\s*["']?(?:posts?|blog)["']?\s*[=:]\s*["'](\/[^"'\n]*)/m, '/posts/:path/'),
    url: expand,
  })),
  {
    name: 'docusaurus',
    config: 'docusaurus.config',
    folders: ['blog'],
    rules: () => ['/blog/:year/:month/:day/:title/', '/blog/:path/'],
    url: (post) =>
      expand(post, !post.data.slug && dateOf(post.name) ? '/blog/:year/:month/:day/:title' : '/blog/:path'),
  },
  {
    name: 'astro',
    config: 'astro.config',
    folders: ['src/content/blog', 'src/content/posts', 'src/content/post', 'src/data/blog', 'src/content'],
    rules: () => ['/blog/:path/', '/posts/:path/'],
    url: (post) => expand({ ...post, slug: post.slug.toLowerCase() }, '/blog/:path/'),
  },
  {
    name: 'eleventy',
    config: 'package.json',
    folders: ['blog', 'posts', 'src/posts', 'src/blog', 'content/blog', 'src/content/blog'],
    rules: () => ['/blog/:year/:month/:title/', '/blog/:path/'],
    url: expand,
  },
  { name: 'other', config: '', folders: ['posts', 'content', '.'], rules: () => ['/posts/:path/'], url: expand },
]

const POST = /\.(?:md|markdown|mdx|html)$/
const dateOf = (name: string) => /^\d{4}-\d{1,2}-\d{1,2}/.exec(name)?.[0]

/** Reads the blog in a folder; `undefined` for a folder without one. */
export async function readOldBlog(root: string, now: Date): Promise<OldBlog | undefined> {
  const names = await readdir(root)
  for (const system of systems) {
    const config = names.find((name) => name.startsWith(system.config))
    const inside = system.folders.find((folder) => existsSync(join(root, folder)))
    if (config === undefined || inside === undefined) continue
    const folder = join(root, inside)
    const text = system.config === '' ? '' : await readFile(join(root, config), 'utf8').catch(() => '')
    const permalinks = system.rules(text)
    const files = (await readdir(folder, { recursive: true })).filter((file) => isPost(file, system.name)).sort()
    const read = files.map((file) => oldPost({ folder, files, file, system, rule: permalinks[0] ?? '', now }))
    const posts = await Promise.all(read)
    if (posts.length > 0) return { system: system.name, folder, permalinks, posts }
  }
  return undefined
}

/** Names that begin with `_` or `.` are sections, drafts and settings. Jekyll takes only names with a date for posts. */
function isPost(file: string, system: string): boolean {
  const isHidden = file.split('/').some((part) => part.startsWith('_') || part.startsWith('.'))
  const isOther = /^(?:readme|license)/i.test(basename(file)) || (system === 'jekyll' && !dateOf(basename(file)))
  return POST.test(file) && !isHidden && !isOther
}

type Reading = { folder: string; files: readonly string[]; file: string; system: System; rule: string; now: Date }

async function oldPost({ folder, files, file, system, rule, now }: Reading): Promise<OldPost> {
  if (isTranslation(file, files)) return { file, hidden: 'translation', urls: [] }
  const text = await readFile(join(folder, file), 'utf8')
  // Jekyll copies files without front matter as they are.
  const data = system.name === 'jekyll' && !/^\uFEFF?---/.test(text) ? undefined : frontMatter(text)
  if (!data) return { file, hidden: 'unreadable', urls: [] }
  const parts = file.replace(POST, '').split('/')
  if (parts.at(-1) === 'index') parts.pop()
  const name = parts.pop() ?? ''
  const written = ['date', 'pubDate', 'publishDate', 'published', 'pubDatetime'].map((key) => data[key])
  const date = written.find((value) => !Number.isNaN(timeOf(value))) ?? dateOf(name)
  if (date === undefined) return { file, hidden: 'undated', urls: [] }
  const day = dayIn(String(date)) ?? new Date(timeOf(date)).toISOString().slice(0, 10)
  const slug = typeof data.slug === 'string' ? data.slug : name.replace(/^\d{4}-\d{1,2}-\d{1,2}[-_]/, '')
  const urls = urlsOf({ file, name, day, slug, folders: parts.join('/'), data }, system, rule)
  return { file, hidden: isDraft(data) ? 'draft' : timeOf(date) > now.getTime() ? 'future' : undefined, urls }
}

/** Zola has `render`, Eleventy `permalink: false`, Docusaurus `unlisted`. */
const isDraft = ({ draft, published, status, render, permalink, unlisted }: FrontMatter) =>
  [draft, unlisted].some((value) => String(value) === 'true') ||
  [published, render, permalink].some((value) => String(value) === 'false') ||
  status === 'draft'

/** `2013-5-6T…` → `2013-05-06`. */
function dayIn(date: string): string | undefined {
  const [, year, month = '', day = ''] = /^(\d{4})-(\d{1,2})-(\d{1,2})(?!\d)/.exec(date) ?? []
  return year && `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
}

/** Milliseconds; of the day alone where the time is written in an unusual way. */
function timeOf(value: unknown): number {
  if (value === undefined || value === null || typeof value === 'boolean') return Number.NaN
  const time = Date.parse(String(value))
  return Number.isNaN(time) ? Date.parse(dayIn(String(value)) ?? '') : time
}

/** `post.de.md` and `index.fr.md`, and a folder of a language beside one of English. */
function isTranslation(file: string, files: readonly string[]): boolean {
  const language = /\.([a-z]{2}(?:-[a-z]{2,4})?)\.[a-z]+$/i.exec(file)?.[1]
  if (language) return !/^en/i.test(language)
  const parts = file.split('/')
  const at = parts.findIndex((part) => /^[a-z]{2}(?:-[a-z]{2})?$/i.test(part) && !/^en/i.test(part))
  const english = parts
    .with(Math.max(at, 0), 'en')
    .slice(0, at + 1)
    .join('/')
  return at !== -1 && at < parts.length - 1 && files.some((one) => one.startsWith(`${english}/`))
}

/** The front matter in YAML, TOML or JSON; `undefined` where it cannot be read. */
function frontMatter(text: string): FrontMatter | undefined {
  const [, fence, head = ''] = /^\uFEFF?(---|\+\+\+)[ \t]*\r?\n(.*?)^\1[ \t]*$/ms.exec(text) ?? []
  try {
    const json = fence === undefined && /^\s*\{/.test(text) ? JSON.parse(text.slice(0, text.search(/^\}/m) + 1)) : {}
    const read = fence === '---' ? Bun.YAML.parse(head) : fence === '+++' ? Bun.TOML.parse(head) : json
    return v.parse(v.record(v.string(), v.unknown()), read ?? {})
  } catch {
    return undefined
  }
}

/** The paths that front matter names, or else that of the rule; and former ones. */
function urlsOf(post: Named, system: System, rule: string): string[] {
  const { permalink, url, path, slug } = post.data
  const own = [permalink, url, path].find((one) => typeof one === 'string' && /^[^:{]+$/.test(one))
  const current = own ?? (typeof slug === 'string' && slug.startsWith('/') ? `/blog${slug}` : system.url(post, rule))
  const former = [post.data.aliases, post.data.redirect_from].flat().filter((one) => typeof one === 'string')
  const all = [String(current), ...former.filter((one) => one.includes('/'))]
  return all.map((one) => (one.startsWith('/') ? one : `/${one}`))
}
