import { hidesPosts } from '#server/content/files/section-pages.ts'
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
  everywhere,
  firstOf,
  isMapping,
  joined,
  pathOf,
  postsIn,
  readConfig,
  readMapping,
  type SharedFields,
  type SiteDetector,
  textIn,
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
  // The folders around `_posts` are categories.
  const roots = [...folders].map((folder) => ({
    folder: `${folder}/`,
    target: folder.slice(home.length).replace(/_(?:posts|drafts)$/, ''),
    hidden: folder.endsWith('_drafts') ? DRAFTS_FOLDER : undefined,
  }))
  const { data, notes } = await readConfig(files, config, Bun.YAML.parse)
  const named = textIn(data, 'permalink') || 'date'
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
  return {
    system: 'jekyll',
    siteUrl: url || null,
    posts: postsIn(list, roots, { hidden }),
    roots,
    permalinks: everywhere(joined(pathOf(textIn(data, 'baseurl')), STYLES[named] ?? named)),
    staticFolders: [home.slice(0, -1)],
    shortcuts: [],
    sharedFields: (path) => fieldsOf(defaultsFor(data.defaults, path.slice(home.length))),
    authors: authors ? authorsOf(await readMapping(files, authors, Bun.YAML.parse)) : new Map(),
    leftOut: new Map(),
    notes: [
      ...notes,
      ...(config ? [] : ['There is no _config.yml, so the default URLs of Jekyll are redirected.']),
      ...patternNotes(patterns),
    ],
  }
}

const DATED = /(?:^|\/)\d{2,4}-\d{1,2}-\d{1,2}-[^/]*$/

/** `defaults` of `_config.yml`: later entries come first. */
function defaultsFor(defaults: unknown, path: string): Readonly<Record<string, unknown>> {
  const found = (Array.isArray(defaults) ? defaults : []).filter(isMapping).filter((one) => {
    const scope = isMapping(one.scope) ? one.scope : {}
    const type = textIn(scope, 'type')
    return isBelow(path, textIn(scope, 'path')) && (type === '' || type === 'posts')
  })
  return Object.assign({}, ...found.map(({ values }) => values).filter(isMapping))
}

/** Whether a path is a folder, or in it. A name with `*` is any name. */
function isBelow(path: string, folder: string): boolean {
  const names = path.split('/')
  const wanted = folder.split('/').filter((name) => name !== '')
  return wanted.every((name, index) => name.includes('*') || name === names[index])
}

/** The shared front matter that means the same here. */
export function fieldsOf(values: Readonly<Record<string, unknown>>): SharedFields {
  const author = textIn(values, 'author')
  const category = textIn(values, 'category', 'categories')
  const tags = Array.isArray(values.tags) ? values.tags.filter((tag) => typeof tag === 'string') : []
  return { ...(author && { author }), ...(category && { category }), ...(tags.length > 0 && { tags }) }
}
