import { posix } from 'node:path'
import type { ImportedAuthor, SourceFiles } from '#server/import/source/imported.ts'
import { isMapping, textIn } from '#server/text/front-matter/read-yaml.ts'
import { HIDDEN_NAME, hasHiddenName } from './hidden-posts.ts'
import {
  authorsOf,
  blogFolders,
  everywhere,
  firstOf,
  joined,
  noFields,
  postsIn,
  readMapping,
  rootOf,
  type SiteDetector,
  sectionRoots,
  sectionRules,
} from './site-folder.ts'

/** The configurations of these systems are programs, which are never executed: their layout says what is known. */
const CONFIG_ENDS = ['js', 'mjs', 'cjs', 'ts', 'mts', 'cts', 'json']
export const configs = (name: string) => CONFIG_ENDS.map((end) => `${name}.${end}`)

export const parseJson = (text: string): unknown => JSON.parse(text)

/** Neither system publishes names with `_`. */
const hidden = (_: string, below: string) => (hasHiddenName(below) ? HIDDEN_NAME : undefined)

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
    posts: postsIn(list, [rootOf('blog')], { hidden }),
    roots: [rootOf('blog')],
    permalinks: everywhere(`${base}/:year/:month/:day/:title`, `${base}/:path`),
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
  const folders = ['src/content', 'src/pages', 'src/data'].flatMap((home) => blogFolders(list, home))
  const roots = sectionRoots(folders.filter((root) => !/\/(?:authors|pages|legal|docs)$/.test(root)))
  return {
    system: 'astro',
    siteUrl: null,
    posts: postsIn(list, roots, { hidden }),
    roots,
    permalinks: sectionRules(roots),
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
