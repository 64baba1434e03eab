import { posix } from 'node:path'
import { globOf, hidesPosts } from '#server/content/files/cascade.ts'
import type { OldUrlRule } from '#server/import/source/candidate.ts'
import type { SourceFiles } from '#server/import/source/imported.ts'
import { isMapping, textIn } from '#server/text/front-matter/read-yaml.ts'
import {
  DRAFTS_FOLDER,
  EXCLUDED,
  exclusions,
  HIDDEN_NAME,
  hasHiddenName,
  patternNotes,
  SHARED_STATE,
} from './hidden-posts.ts'
import {
  authorsOf,
  firstOf,
  joined,
  pathOf,
  postsIn,
  readConfig,
  readMapping,
  type SharedFields,
  type SiteDetector,
  type SitePost,
} from './site-folder.ts'

/** The names that Jekyll has for patterns. */
const STYLES: Readonly<Record<string, string>> = {
  date: '/:categories/:year/:month/:day/:title.html',
  pretty: '/:categories/:year/:month/:day/:title/',
  ordinal: '/:categories/:year/:y_day/:title.html',
  weekdate: '/:categories/:year/:month/:day/:title/',
  none: '/:categories/:title.html',
}

export const jekyll: SiteDetector = async (files) => {
  const list = files.list()
  const config = firstOf(files, ['_config.yml', '_config.yaml', 'docs/_config.yml'])
  const home = config?.startsWith('docs/') ? 'docs/' : ''
  const folders = new Set(list.flatMap((path) => /^(?:.*\/)?_(?:posts|drafts)(?=\/)/.exec(path)?.[0] ?? []))
  // Hexo has a folder of this name, too.
  if (folders.size === 0 || [...folders].every((folder) => /^source\/_/.test(folder))) return undefined
  // The folders around `_posts` are categories, and stay folders.
  const roots = [...folders].map((folder) => ({
    folder: `${folder}/`,
    target: folder.slice(home.length).replace(/_(?:posts|drafts)$/, ''),
    hidden: folder.endsWith('_drafts') ? DRAFTS_FOLDER : undefined,
  }))
  const { data, notes } = await readConfig(files, config, Bun.YAML.parse)
  const authors = firstOf(files, [`${home}_data/authors.yml`, `${home}_data/authors.yaml`])
  const url = textIn(data, 'url')
  const { excludes, patterns } = exclusions(data.exclude)
  const collections = textIn(data, 'collections_dir')
  function hidden(path: string, below: string): string | undefined {
    const fromHome = path.slice(home.length)
    const folder = fromHome.slice(collections.length, fromHome.length - below.length).replace(/_posts\/$/, '')
    // Jekyll reads no folders with `_` apart from its own, and as posts only files with a date in their names.
    if (hasHiddenName(folder) || hasHiddenName(below) || !DATED.test(below)) return HIDDEN_NAME
    if (excludes(fromHome)) return EXCLUDED
    return hidesPosts(defaultsFor(data.defaults, fromHome)) ? SHARED_STATE : undefined
  }
  const posts = postsIn(list, roots, { hidden })
  const withoutCollections = (path: string) =>
    collections !== '' && path.startsWith(`${collections}/`) ? path.slice(collections.length + 1) : path
  /** The folders above `_posts`, with a slash. */
  const categoriesOf = (path: string) =>
    /^(.*?)_(?:posts|drafts)\//.exec(withoutCollections(path.slice(home.length)))?.[1] ?? ''
  return {
    system: 'jekyll',
    siteUrl: url || null,
    posts,
    roots,
    permalinks: rulesOf(
      posts,
      (path) => ruleOf(path.slice(home.length), data),
      categoriesOf,
      pathOf(textIn(data, 'baseurl')),
    ),
    staticFolders: [home.slice(0, -1)],
    shortcuts: [],
    sharedFields: (path) => fieldsOf(defaultsFor(data.defaults, path.slice(home.length))),
    authors: authors ? authorsOf(await readMapping(files, authors, Bun.YAML.parse)) : new Map(),
    leftOut: new Map(),
    hasMath: await namesMathScript(files, home),
    notes: [
      ...notes,
      ...(config ? [] : ['There is no _config.yml, so the default URLs of Jekyll are redirected.']),
      ...patternNotes(patterns),
    ],
  }
}

/** The rule for one post: `defaults` for its folder come before `permalink` of the whole site. */
function ruleOf(path: string, data: Readonly<Record<string, unknown>>): string {
  const named = textIn(defaultsFor(data.defaults, path), 'permalink') || textIn(data, 'permalink') || 'date'
  return STYLES[named] ?? named
}

/** The rules of folders that have another one than the folder above. The folders of a post are its first categories. */
function rulesOf(
  posts: readonly SitePost[],
  ruleFor: (path: string) => string,
  categoriesOf: (path: string) => string,
  base: string,
): OldUrlRule[] {
  const rules = new Map<string, string>()
  for (const { path, target } of posts) {
    const folder = target.includes('/') ? posix.dirname(target) : ''
    const pattern = ruleFor(path).replace(/:(?:slugified_)?categories\b/, `${categoriesOf(path)}:categories`)
    if (!rules.has(folder)) rules.set(folder, joined(base, pattern))
  }
  const above = (folder: string): string | undefined => {
    const parent = folder.includes('/') ? posix.dirname(folder) : ''
    return rules.get(parent) ?? (parent === '' ? undefined : above(parent))
  }
  return [...rules]
    .filter(([folder, pattern]) => folder === '' || pattern !== above(folder))
    .map(([folder, pattern]) => ({ folder, pattern }))
}

/** Whether the configuration, a layout or an included file names MathJax or KaTeX. */
async function namesMathScript(files: SourceFiles, home: string): Promise<boolean> {
  const places = files
    .list()
    .filter((path) => /^(?:_config\.ya?ml|(?:_layouts|_includes)\/.*\.html?)$/.test(path.slice(home.length)))
  for (const path of places.slice(0, LAYOUTS_MAX)) if (/mathjax|katex/i.test(await files.text(path))) return true
  return false
}
const LAYOUTS_MAX = 200

const DATED = /(?:^|\/)\d{2,4}-\d{1,2}-\d{1,2}-[^/]*$/

/** `defaults` of `_config.yml`: those with the longer path count, then later ones. */
function defaultsFor(defaults: unknown, path: string): Readonly<Record<string, unknown>> {
  const scoped = (Array.isArray(defaults) ? defaults : []).filter(isMapping).map(({ scope, values }) => ({
    folder: (isMapping(scope) ? textIn(scope, 'path') : '').replace(/^\/|\/$/g, ''),
    type: isMapping(scope) ? textIn(scope, 'type') : '',
    values,
  }))
  const found = scoped
    .filter(({ folder, type }) => isBelow(path, folder) && ['', 'posts'].includes(type))
    .sort((a, b) => a.folder.length - b.folder.length)
  return Object.assign({}, ...found.map(({ values }) => values).filter(isMapping))
}

/** Whether a path is a folder, or in it. Names may be patterns; of one that is not understood, every name fits. */
function isBelow(path: string, folder: string): boolean {
  const names = path.split('/')
  const wanted = folder.split('/').filter((name) => name !== '')
  return wanted.every((name, index) => {
    if (!/[*?[\]{}]/.test(name)) return name === names[index]
    return globOf(name)?.(names[index]?.toLowerCase() ?? '') ?? true
  })
}

/** The shared front matter that means the same here. */
export function fieldsOf(values: Readonly<Record<string, unknown>>): SharedFields {
  const author = textIn(values, 'author')
  const category = textIn(values, 'category', 'categories')
  const tags = Array.isArray(values.tags) ? values.tags.filter((tag) => typeof tag === 'string') : []
  return { ...(author && { author }), ...(category && { category }), ...(tags.length > 0 && { tags }) }
}
