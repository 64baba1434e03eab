import { posix } from 'node:path'
import type { ImportedAuthor, SourceFiles } from '#server/import/imported.ts'
import { fieldsOf } from './jekyll.ts'
import {
  authorsOf,
  blogFolders,
  firstOf,
  isMapping,
  joined,
  noFields,
  pathOf,
  postsIn,
  readMapping,
  rootOf,
  type SharedFields,
  type SiteDetector,
  textIn,
} from './site-folder.ts'

/** The configurations of these systems are programs, which are never executed: their layout says what is known. */
const NO_RULE =
  'The rule for the URLs of posts is part of a program, which is not executed. Pass it as --permalink=/blog/:year/:month/:slug/ if old URLs are to redirect.'

const CONFIG_ENDS = ['js', 'mjs', 'cjs', 'ts', 'mts', 'cts', 'json']
const configs = (name: string) => CONFIG_ENDS.map((end) => `${name}.${end}`)

const parseJson = (text: string): unknown => JSON.parse(text)

export const docusaurus: SiteDetector = async (files) => {
  const list = files.list()
  const config = firstOf(files, configs('docusaurus.config'))
  if (!config || !list.some((path) => path.startsWith('blog/'))) return undefined
  const data = config.endsWith('.json') ? await readMapping(files, config, parseJson) : {}
  const base = joined(textIn(data, 'baseUrl'), routeOf(data) || 'blog')
  const authors = firstOf(files, ['blog/authors.yml', 'blog/authors.yaml'])
  return {
    system: 'docusaurus',
    siteUrl: textIn(data, 'url') || null,
    posts: postsIn(list, [rootOf('blog')]),
    roots: [rootOf('blog')],
    permalinks: [`${base}/:year/:month/:day/:title`, `${base}/:path`],
    staticFolders: ['static'],
    shortcuts: [['@site/', '']],
    sharedFields: noFields,
    authors: authors ? authorsOf(await readMapping(files, authors, Bun.YAML.parse)) : new Map(),
    leftOut: new Map(),
    notes: [],
  }
}

/** `routeBasePath` of the blog in the classic preset. */
function routeOf(data: Readonly<Record<string, unknown>>): string {
  const presets = Array.isArray(data.presets) ? data.presets.flat() : []
  const blog = presets
    .filter(isMapping)
    .map((preset) => preset.blog)
    .find(isMapping)
  return blog ? textIn(blog, 'routeBasePath') : ''
}

export const astro: SiteDetector = async (files) => {
  const list = files.list()
  if (!firstOf(files, configs('astro.config'))) return undefined
  const roots = [
    ...blogFolders(list, 'src/content'),
    ...blogFolders(list, 'src/pages'),
    ...blogFolders(list, 'src/data'),
  ]
    .filter((root) => !/\/(?:authors|pages|legal|docs)$/.test(root))
    .slice(0, 5)
  return {
    system: 'astro',
    siteUrl: null,
    posts: postsIn(list, roots.map(rootOf)),
    roots: roots.map(rootOf),
    permalinks: roots.map((root) => `/${posix.basename(root)}/:path/`),
    staticFolders: ['public', 'src'],
    shortcuts: [
      ['~/', 'src/'],
      ['@/', 'src/'],
      ['@assets/', 'src/assets/'],
    ],
    sharedFields: noFields,
    authors: await authorFiles(files),
    leftOut: new Map(),
    notes: [],
  }
}

/** `src/content/authors/<key>.mdx`. */
async function authorFiles(files: SourceFiles): Promise<Map<string, ImportedAuthor>> {
  const found = files.list().filter((path) => /^src\/content\/authors\/[^/]+\.(?:mdx?|ya?ml|json)$/.test(path))
  const authors: Record<string, unknown> = {}
  for (const path of found) {
    const head = (text: string) => Bun.YAML.parse(/^---\r?\n(.*?)\r?\n---/s.exec(text)?.[1] ?? text)
    authors[posix.basename(path).replace(/\.[^.]+$/, '')] = await readMapping(files, path, head)
  }
  return authorsOf(authors)
}

export const eleventy: SiteDetector = async (files) => {
  const list = files.list()
  const dataFiles = list.filter((path) => path.endsWith('.11tydata.json'))
  const isKnown = firstOf(files, ['.eleventy.js', ...configs('eleventy.config')]) !== undefined
  if (!isKnown && dataFiles.length === 0 && !(await dependsOn(files, '@11ty/eleventy'))) return undefined
  const homes = ['', 'src', 'content', 'src/content']
  const roots =
    homes.map((home) => blogFolders(list, home).filter((root) => isBlog(root))).find((all) => all.length > 0) ?? []
  const shared = new Map<string, SharedFields>()
  const permalinks: string[] = []
  for (const path of dataFiles) {
    const data = await readMapping(files, path, parseJson)
    const { tags = [], ...fields } = fieldsOf(data)
    shared.set(posix.dirname(path), { ...fields, tags: tags.filter((tag) => !COLLECTIONS.includes(tag)) })
    const pattern = patternOf(textIn(data, 'permalink'))
    if (pattern) permalinks.push(pattern)
  }
  const hasRule = permalinks.length > 0 || dataFiles.length === 0
  return {
    system: 'eleventy',
    siteUrl: null,
    posts: postsIn(list, roots.map(rootOf)),
    roots: roots.map(rootOf),
    permalinks: permalinks.length > 0 ? permalinks : roots.map((root) => `/${posix.basename(root)}/:path/`),
    staticFolders: ['', 'public', 'src', 'static'],
    shortcuts: [],
    sharedFields: (path) => shared.get(posix.dirname(path)) ?? sharedAbove(shared, path),
    authors: new Map(),
    leftOut: new Map(),
    notes: hasRule ? [] : [NO_RULE],
  }
}

const isBlog = (root: string) => ['blog', 'posts', 'post', 'articles', 'news', 'writing'].includes(posix.basename(root))
/** Tags that make collections. */
const COLLECTIONS = ['all', 'post', 'posts', 'blog', 'blogpost', 'article', 'articles', 'nav']

function sharedAbove(shared: ReadonlyMap<string, SharedFields>, path: string): SharedFields {
  for (let folder = posix.dirname(path); folder !== '.'; folder = posix.dirname(folder)) {
    const found = shared.get(folder)
    if (found) return found
  }
  return {}
}

async function dependsOn(files: SourceFiles, name: string): Promise<boolean> {
  if (!files.list().includes('package.json')) return false
  const { dependencies, devDependencies } = await readMapping(files, 'package.json', parseJson)
  return [dependencies, devDependencies].some((all) => isMapping(all) && name in all)
}

/** `/blog/{{ page.date | date: '%Y/%m' }}/{{ page.fileSlug }}/`, where each part is a known one. */
function patternOf(template: string): string | undefined {
  const pattern = template
    .replace(/\{\{[^{}]*\}\}/g, (part) => {
      const [, format = ''] = /["']([%A-Za-z/-]+)["']/.exec(part) ?? []
      if (part.includes('page.date')) return datePattern(format)
      return /page\.fileSlug|slug|title/.test(part) ? ':slug' : '{'
    })
    .replace(/index\.html$/, '')
  return pattern === '' || pattern.includes('{') ? undefined : joined(pathOf(pattern))
}

const DATE_PARTS: readonly (readonly [RegExp, string])[] = [
  [/%Y|yyyy|YYYY/g, ':year'],
  [/%m|MM|LL/g, ':month'],
  [/%d|dd|DD/g, ':day'],
]
function datePattern(format: string): string {
  const pattern = DATE_PARTS.reduce((text, [part, name]) => text.replace(part, name), format)
  return pattern.includes(':year') ? pattern : '{'
}
