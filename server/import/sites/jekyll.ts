import {
  authorsOf,
  firstOf,
  isMapping,
  joined,
  pathOf,
  postsIn,
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
  if (folders.size === 0) return undefined
  // The folders around `_posts` are categories.
  const roots = [...folders].map((folder) => ({
    folder: `${folder}/`,
    target: folder.slice(home.length).replace(/_(?:posts|drafts)$/, ''),
    isDraft: folder.endsWith('_drafts'),
  }))
  const data = config ? await readMapping(files, config, Bun.YAML.parse) : {}
  const named = textIn(data, 'permalink') || 'date'
  const authors = firstOf(files, [`${home}_data/authors.yml`, `${home}_data/authors.yaml`])
  const url = textIn(data, 'url')
  return {
    system: 'jekyll',
    siteUrl: url || null,
    posts: postsIn(list, roots),
    roots,
    permalinks: [joined(pathOf(textIn(data, 'baseurl')), STYLES[named] ?? named)],
    staticFolders: [home.slice(0, -1)],
    shortcuts: [],
    sharedFields: (path) => sharedFields(data.defaults, path.slice(home.length)),
    authors: authors ? authorsOf(await readMapping(files, authors, Bun.YAML.parse)) : new Map(),
    leftOut: new Map(),
    notes: config ? [] : ['There is no _config.yml, so the default URLs of Jekyll are redirected.'],
  }
}

/** `defaults` of `_config.yml`: later entries come first. */
function sharedFields(defaults: unknown, path: string): SharedFields {
  const fields: SharedFields = {}
  for (const one of Array.isArray(defaults) ? defaults : []) {
    if (!isMapping(one) || !isMapping(one.values)) continue
    const scope = isMapping(one.scope) ? one.scope : {}
    const type = textIn(scope, 'type')
    if (!path.startsWith(textIn(scope, 'path')) || (type !== '' && type !== 'posts')) continue
    Object.assign(fields, fieldsOf(one.values))
  }
  return fields
}

/** The shared front matter that means the same here. */
export function fieldsOf(values: Readonly<Record<string, unknown>>): SharedFields {
  const author = textIn(values, 'author')
  const category = textIn(values, 'category', 'categories')
  const tags = Array.isArray(values.tags) ? values.tags.filter((tag) => typeof tag === 'string') : []
  return { ...(author && { author }), ...(category && { category }), ...(tags.length > 0 && { tags }) }
}
