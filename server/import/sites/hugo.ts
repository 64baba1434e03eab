import { parse as parseToml } from 'smol-toml'
import { isDraftSection } from '#server/content/files/section-pages.ts'
import { isMapping, textIn } from '#server/text/front-matter/read-yaml.ts'
import { EXCLUDED, exclusions, HIDDEN_SECTION, hiddenByCascades, patternNotes, sectionsIn } from './hidden-posts.ts'
import { contentOf, readHugoConfig } from './hugo-config.ts'
import {
  blogFolders,
  everywhere,
  firstOf,
  joined,
  noFields,
  pathOf,
  postsIn,
  readConfig,
  rootOf,
  type SiteDetector,
  sectionRoots,
  sectionRules,
} from './site-folder.ts'

type Data = Readonly<Record<string, unknown>>

/** Pages of sections are lists. */
const isPage = (path: string) => !/(?:^|\/)_index\.[^/]+$/.test(path)
const sectionPages = (files: readonly string[], root: string) =>
  files.filter((path) => path.startsWith(`${root}/`) && !isPage(path)).length

export const hugo: SiteDetector = async (files) => {
  const config = await readHugoConfig(files)
  const list = files.list()
  // Zola has the same names.
  if (!config || 'base_url' in config.data) return undefined
  const { data } = config
  const { home, prefix } = contentOf(config, list)
  if (!list.some((path) => path.startsWith(`${home}/`))) return undefined
  const params = isMapping(data.params) ? data.params : {}
  const sections = mainSections(params, list, home)
  const roots = sectionRoots(sections)
  const url = textIn(data, 'baseURL', 'baseurl', 'baseUrl')
  const pages = await sectionsIn(files, home)
  const cascades = [
    ...config.texts.map(({ file, text }) => ({ file, text, cascade: config.cascades.get(file), folder: `${home}/` })),
    ...pages.map(({ file, text, folder, data }) => ({ file, text, cascade: data?.cascade, folder })),
  ]
  const unreadable = pages.filter((page) => !page.data).map(({ folder }) => folder)
  const all = postsIn(list, roots, { isPost: isPage })
  const byCascade = hiddenByCascades(
    cascades,
    home,
    all.map(({ path }) => path),
  )
  const ignored = [data.ignoreFiles, data.ignorefiles].flat().filter((one) => typeof one === 'string')
  const hidden = (path: string) =>
    byCascade.isHidden(path) || unreadable.some((folder) => path.startsWith(folder)) ? HIDDEN_SECTION : undefined
  return {
    system: 'hugo',
    siteUrl: URL.canParse(url) ? url : null,
    posts: postsIn(list, roots, { isPost: isPage, hidden }),
    roots,
    permalinks: sectionRules(roots, (section) => joined(pathOf(url), prefix, ruleOf(data.permalinks, section))),
    staticFolders: ['static', 'assets'],
    shortcuts: [],
    sharedFields: noFields,
    authors: new Map(),
    leftOut: new Map([['pages of sections', sections.reduce((sum, root) => sum + sectionPages(list, root), 0)]]),
    notes: [...config.notes, ...byCascade.notes, ...patternNotes(ignored)],
  }
}

function mainSections(params: Data, files: readonly string[], home: string): string[] {
  const named = params.mainSections ?? params.mainsections
  const sections = (Array.isArray(named) ? named : [named]).filter((one) => typeof one === 'string')
  const found = sections
    .map((one) => `${home}/${one}`)
    .filter((root) => files.some((path) => path.startsWith(`${root}/`)))
  return found.length > 0 ? found : blogFolders(files, home)
}

/** `permalinks.posts`, or `permalinks.page.posts`, with the name of the section in it. */
function ruleOf(permalinks: unknown, section: string): string {
  const rules = isMapping(permalinks) ? permalinks : {}
  const ofPages = isMapping(rules.page) ? textIn(rules.page, section) : ''
  const pattern = ofPages || textIn(rules, section) || '/:sections/:slug/'
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
