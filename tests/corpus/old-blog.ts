import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { type RawFrontMatter, rawFrontMatter } from './raw-front-matter.ts'

/**
 * A blog as its own system publishes it, by the names of its files and the raw lines of their front matter: without any code of
 * the site, so that it counts what the site cannot read, too. It is a judgement in few lines, so it covers what the systems do by default.
 */
export type OldBlog = {
  system: string
  /** The folder of the site, for an import. */
  root: string
  /** The folder below it that a user would copy into content/posts; empty for the folder of the site. */
  copied: string
  /** The rules of its URLs, for `old_permalinks`. */
  permalinks: readonly string[]
  posts: readonly OldPost[]
  /** Texts of other kinds in the folders of posts: paths below `root`. */
  others: readonly string[]
}

export type OldPost = {
  /** Path below the folder that is copied. */
  file: string
  /** Why visitors of the old blog do not see it in its default language; `undefined` for a post that is due. */
  hidden: 'draft' | 'future' | 'translation' | 'undated' | undefined
  /** Paths at which the old site has it. */
  urls: readonly string[]
  categories: readonly string[]
  title: string
}

type Named = { name: string; day: string; slug: string; folders: string; data: RawFrontMatter }
type System = {
  name: string
  /** Recognized by this file. */
  config: readonly string[]
  folders: readonly string[]
  rules: (config: string) => readonly string[]
  /** The path of a post that has none of its own. */
  url: (post: Named, rule: string) => string
}

const firstOf = (data: RawFrontMatter, ...keys: string[]): string =>
  keys.map((key) => data.get(key)?.[0] ?? '').find((value) => value !== '') ?? ''

const expand = ({ day, slug, name, folders, data }: Named, rule: string) =>
  rule
    .replaceAll(':year', day.slice(0, 4))
    .replaceAll(':month', day.slice(5, 7))
    .replaceAll(':day', day.slice(8, 10))
    .replaceAll(
      ':categories',
      (data.get('categories') ?? data.get('category') ?? []).join('/').toLowerCase().replaceAll(' ', '/'),
    )
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
    config: ['_config.yml'],
    folders: ['_posts'],
    rules: (config) => {
      const [rule = ''] = found(config, /^permalink:\s*["']?([^"'\n#]+)/m, JEKYLL_DEFAULT)
      return [rule.startsWith('/') ? rule : (JEKYLL_STYLES[rule] ?? JEKYLL_DEFAULT)]
    },
    url: expand,
  },
  ...[
    { name: 'hugo', config: ['hugo.toml', 'hugo.yaml', 'config/_default/hugo.toml', 'config/_default/config.toml'] },
    { name: 'zola', config: ['zola.toml', 'config.toml'] },
  ].map((system) => ({
    ...system,
    folders: ['content/posts', 'content/post', 'content/blog', 'content'],
    rules: (text: string) => found(text, /^\s*["']?(?:posts?|blog)["']?\s*[=:]\s*["'](\/[^"'\n]*)/m, '/posts/:path/'),
    url: expand,
  })),
  {
    name: 'docusaurus',
    config: ['docusaurus.config.js', 'docusaurus.config.ts', 'docusaurus.config.json'],
    folders: ['blog'],
    rules: () => ['/blog/:year/:month/:day/:title/', '/blog/:path/'],
    url: (post) =>
      expand(post, !post.data.has('slug') && dateOf(post.name) ? '/blog/:year/:month/:day/:title' : '/blog/:path'),
  },
  {
    name: 'astro',
    config: ['astro.config.mjs', 'astro.config.ts', 'astro.config.js'],
    folders: ['src/content/blog', 'src/content/posts', 'src/content/post', 'src/data/blog', 'src/content'],
    rules: () => ['/blog/:path/', '/posts/:path/'],
    url: (post) => expand({ ...post, slug: post.slug.toLowerCase() }, '/blog/:path/'),
  },
  {
    name: 'eleventy',
    config: ['.eleventy.js', 'eleventy.config.js', 'eleventy.config.mjs', 'package.json'],
    folders: ['blog', 'posts', 'src/posts', 'src/blog', 'content/blog', 'src/content/blog'],
    rules: () => ['/blog/:year/:month/:title/', '/blog/:path/'],
    url: expand,
  },
  { name: 'other', config: [], folders: ['posts', 'content', ''], rules: () => ['/posts/:path/'], url: expand },
]

const POST = /\.(?:md|markdown|mdx|html?)$/i
/** Texts in other formats, which other systems may publish. */
const OTHER_TEXT = /\.(?:textile|adoc|asciidoc|org|rst|ipynb|qmd|rmd|mkdn|mkd|mdown|text)$/i
const ABOUT_FOLDER = /^(?:readme|license|licence|changelog)\b/i
const dateOf = (path: string) =>
  /(?:^|\/)(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?=[-_/.]|$)/.exec(path)?.slice(1, 4).join('-')

/** Reads the blog in a folder; `undefined` for a folder without one. */
export async function readOldBlog(root: string, now: Date): Promise<OldBlog | undefined> {
  for (const system of systems) {
    const config = system.config.find((name) => existsSync(join(root, name)))
    const copied = system.folders.find((folder) => existsSync(join(root, folder)))
    if ((config === undefined && system.config.length > 0) || copied === undefined) continue
    const folder = join(root, copied)
    const text = config === undefined ? '' : await readFile(join(root, config), 'utf8').catch(() => '')
    const permalinks = system.rules(text)
    const all = (await readdir(folder, { recursive: true })).filter((file) => !isHidden(file)).sort()
    const files = all.filter((file) => POST.test(file) && (system.name !== 'jekyll' || dateOf(basename(file))))
    const read = files.map((file) => oldPost({ folder, files, file, system, rule: permalinks[0] ?? '', now }))
    const posts = await Promise.all(read)
    const others = all.filter((file) => OTHER_TEXT.test(file)).map((file) => join(copied, file))
    if (posts.length > 0) return { system: system.name, root, copied, permalinks, posts, others }
  }
  return undefined
}

/** Names that begin with `_` or `.` are sections, drafts and settings. */
const isHidden = (file: string) =>
  file.split('/').some((part) => /^[_.]/.test(part)) || ABOUT_FOLDER.test(basename(file))

type Reading = { folder: string; files: readonly string[]; file: string; system: System; rule: string; now: Date }

async function oldPost({ folder, files, file, system, rule, now }: Reading): Promise<OldPost> {
  const text = await readFile(join(folder, file), 'utf8')
  const data: RawFrontMatter = rawFrontMatter(text) ?? new Map()
  const parts = file.replace(POST, '').split('/')
  if (parts.at(-1) === 'index' && parts.length > 1) parts.pop()
  const name = parts.pop() ?? ''
  const written = DATES.map((key) => firstOf(data, key)).find((value) => dayIn(value) !== undefined)
  const day = dayIn(written ?? '') ?? dayIn(dateOf(file) ?? dateOf(firstOf(data, 'path', 'permalink', 'slug')) ?? '')
  const slug = firstOf(data, 'slug') || name.replace(/^\d{4}-\d{1,2}-\d{1,2}[-_]/, '')
  const post = { name, day: day ?? '', slug, folders: parts.join('/'), data }
  const categories = (data.get('categories') ?? data.get('category') ?? []).filter(
    (one) => !/^uncategorized$/i.test(one),
  )
  const isFuture = Date.parse(written ?? '') > now.getTime() || Date.parse(day ?? '') > now.getTime()
  return {
    file,
    hidden: isTranslation(file, files)
      ? 'translation'
      : isDraft(data)
        ? 'draft'
        : day === undefined
          ? 'undated'
          : isFuture
            ? 'future'
            : undefined,
    urls: day === undefined ? [] : urlsOf(post, system, rule),
    categories:
      system.name === 'jekyll'
        ? categories.flatMap((one) => (data.get('categories')?.length === 1 ? one.split(' ') : one))
        : categories,
    title: firstOf(data, 'title') || name,
  }
}

const DATES = ['date', 'pubdate', 'publishdate', 'published', 'pubdatetime', 'publishedat', 'created']

/** Zola has `render`, Eleventy `permalink: false`, Docusaurus `unlisted`, Jekyll `published`. */
function isDraft(data: RawFrontMatter): boolean {
  const is = (value: string, keys: readonly string[]) => keys.some((key) => firstOf(data, key).toLowerCase() === value)
  return (
    is('true', ['draft', 'unlisted', 'hidden', 'private', 'eleventyexcludefromcollections']) ||
    is('false', ['published', 'render', 'permalink']) ||
    is('draft', ['status'])
  )
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** `2013-5-6T…` and `6 May 2013` → `2013-05-06`. */
function dayIn(date: string): string | undefined {
  const [, year, month = '', day = ''] = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?!\d)/.exec(date) ?? []
  if (year) return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const named = /\b([a-z]{3})[a-z]*\b/i.exec(date.replace(/^(?:mon|tue|wed|thu|fri|sat|sun)\w*,?\s*/i, ''))?.[1]
  const at = MONTHS.indexOf(named?.toLowerCase() ?? '')
  const [, late] = /\b(\d{4})\b/.exec(date) ?? []
  const [, dayOfMonth = '1'] = /\b(\d{1,2})(?:st|nd|rd|th)?\b(?!:)/.exec(date) ?? []
  return at === -1 || !late ? undefined : `${late}-${String(at + 1).padStart(2, '0')}-${dayOfMonth.padStart(2, '0')}`
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

/** The paths that front matter names, or else that of the rule; and former ones. */
function urlsOf(post: Named, system: System, rule: string): string[] {
  const own = ['permalink', 'url', 'path'].map((key) => firstOf(post.data, key)).find((one) => /^[^:{]+$/.test(one))
  const slug = firstOf(post.data, 'slug')
  const current = own ?? (slug.startsWith('/') ? `/blog${slug}` : system.url(post, rule))
  const former = [...(post.data.get('aliases') ?? []), ...(post.data.get('redirect_from') ?? [])]
  const all = [current, ...former.filter((one) => one.includes('/'))]
  return all.map((one) => (one.startsWith('/') ? one : `/${one}`))
}
