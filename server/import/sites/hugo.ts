import { parse as parseToml } from 'smol-toml'
import { isDraftSection } from '#server/content/files/section-pages.ts'
import type { SourceFiles } from '#server/import/source/imported.ts'
import { EXCLUDED, exclusions, HIDDEN_SECTION, hiddenByCascade, patternNotes, sectionsIn } from './hidden-posts.ts'
import {
  blogFolders,
  everywhere,
  firstOf,
  isMapping,
  joined,
  noFields,
  pathOf,
  postsIn,
  readConfig,
  rootOf,
  type SiteDetector,
  sectionRoots,
  sectionRules,
  textIn,
} from './site-folder.ts'

type Data = Readonly<Record<string, unknown>>

/** Pages of sections are lists. */
const isPage = (path: string) => !/(?:^|\/)_index\.[^/]+$/.test(path)
const sectionPages = (files: readonly string[], root: string) =>
  files.filter((path) => path.startsWith(`${root}/`) && !isPage(path)).length

const parserOf = (path: string) => (path.endsWith('.toml') ? parseToml : Bun.YAML.parse)

export const hugo: SiteDetector = async (files) => {
  const names = ['hugo', 'config'].flatMap((name) => ['toml', 'yaml', 'yml', 'json'].map((end) => `${name}.${end}`))
  const config = firstOf(files, [...names, ...names.map((name) => `config/_default/${name}`)])
  if (!config || !files.list().some((path) => path.startsWith('content/'))) return undefined
  const { data, notes } = await readConfig(files, config, parserOf(config))
  // Zola has the same names.
  if ('base_url' in data) return undefined
  const params = isMapping(data.params) ? data.params : {}
  const sections = mainSections(params, files)
  const roots = sectionRoots(sections)
  const url = textIn(data, 'baseURL', 'baseurl', 'baseUrl')
  const list = files.list()
  const ignored = [data.ignoreFiles, data.ignorefiles].flat().filter((one) => typeof one === 'string')
  return {
    system: 'hugo',
    siteUrl: URL.canParse(url) ? url : null,
    posts: postsIn(list, roots, { isPost: isPage, hidden: await hiddenInHugo(files, data) }),
    roots,
    permalinks: sectionRules(roots, (section) => joined(pathOf(url), ruleOf(data.permalinks, section))),
    staticFolders: ['static', 'assets'],
    shortcuts: [],
    sharedFields: noFields,
    authors: new Map(),
    leftOut: new Map([['pages of sections', sections.reduce((sum, root) => sum + sectionPages(list, root), 0)]]),
    notes: [...notes, ...patternNotes(ignored)],
  }
}

/** Names with a dot, and `cascade` of the configuration and of sections. */
async function hiddenInHugo(files: SourceFiles, data: Data) {
  const folders = hiddenByCascade(data.cascade, 'content/')
  for (const section of await sectionsIn(files))
    folders.push(...(section.data ? hiddenByCascade(section.data.cascade, section.folder) : [section.folder]))
  return (path: string) => {
    return folders.some((folder) => path.startsWith(folder)) ? HIDDEN_SECTION : undefined
  }
}

function mainSections(params: Data, files: SourceFiles): string[] {
  const named = params.mainSections ?? params.mainsections
  const sections = (Array.isArray(named) ? named : [named]).filter((one) => typeof one === 'string')
  const found = sections
    .map((one) => `content/${one}`)
    .filter((root) => files.list().some((path) => path.startsWith(`${root}/`)))
  return found.length > 0 ? found : blogFolders(files.list(), 'content')
}

/** `permalinks.posts`, or `permalinks.page.posts`, with the name of the section in it. */
function ruleOf(permalinks: unknown, section: string): string {
  const rules = isMapping(permalinks) ? permalinks : {}
  const pattern = textIn(isMapping(rules.page) ? rules.page : rules, section) || '/:sections/:slug/'
  return pattern.replace(/:sections\b/g, `${section}/:sections`).replace(/:section\b/g, section)
}

export const zola: SiteDetector = async (files) => {
  const config = firstOf(files, ['zola.toml', 'config.toml'])
  if (!config || !files.list().some((path) => path.startsWith('content/'))) return undefined
  const { data } = await readConfig(files, config, parseToml)
  const url = textIn(data, 'base_url')
  if (url === '') return undefined
  const list = files.list()
  const drafts = (await sectionsIn(files)).filter((section) => !section.data || isDraftSection(section.data))
  const { excludes, patterns } = exclusions(data.ignored_content)
  function hidden(path: string): string | undefined {
    if (drafts.some(({ folder }) => path.startsWith(folder))) return HIDDEN_SECTION
    return excludes(path) || excludes(path.slice('content/'.length)) ? EXCLUDED : undefined
  }
  return {
    system: 'zola',
    siteUrl: url,
    // Any folder may be a blog. Pages have no date, so they are reported.
    posts: postsIn(list, [rootOf('content')], {
      isPost: (path) => isPage(path) && path.split('/').length > 2,
      hidden,
    }),
    roots: [rootOf('content')],
    permalinks: everywhere(joined(pathOf(url), '/:sections/:slug/')),
    staticFolders: ['static', 'content'],
    shortcuts: [],
    sharedFields: noFields,
    authors: new Map(),
    leftOut: new Map([['pages of sections', sectionPages(list, 'content')]]),
    notes: patternNotes(patterns),
  }
}
