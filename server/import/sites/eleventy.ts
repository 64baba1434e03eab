import { posix } from 'node:path'
import { hidesPosts } from '#server/content/files/cascade.ts'
import type { SourceFiles } from '#server/import/source/imported.ts'
import { isMapping, textIn } from '#server/text/front-matter/read-yaml.ts'
import { EXCLUDED, exclusions, HIDDEN_NAME, hasHiddenName, patternNotes, SHARED_STATE } from './hidden-posts.ts'
import { configs, parseJson } from './javascript-sites.ts'
import { fieldsOf } from './jekyll.ts'
import {
  blogFolders,
  everywhere,
  firstOf,
  joined,
  pathOf,
  postsIn,
  readConfig,
  readMapping,
  type SharedFields,
  type SiteDetector,
  sectionRoots,
  sectionRules,
} from './site-folder.ts'

const NO_RULE =
  'The rule for the URLs of posts is part of a program, which is not executed. Pass it as --permalink=/blog/:year/:month/:slug/ if old URLs are to redirect.'
const PROGRAMS =
  'Front matter that posts share is part of a program (*.11tydata.js), which is not executed. Make drafts of posts that it hid.'

export const eleventy: SiteDetector = async (files) => {
  const list = files.list()
  const dataFiles = list.filter((path) => path.endsWith('.11tydata.json'))
  const isKnown = firstOf(files, ['.eleventy.js', ...configs('eleventy.config')]) !== undefined
  if (!isKnown && dataFiles.length === 0 && !(await dependsOn(files, '@11ty/eleventy'))) return undefined
  const homes = ['', 'src', 'content', 'src/content']
  const found = homes.map((home) => blogFolders(list, home).filter((root) => isBlog(root)))
  const roots = sectionRoots(found.find((all) => all.length > 0) ?? [])
  const shared = await sharedData(files)
  const permalinks = shared.all.flatMap((data) => patternOf(textIn(data, 'permalink')) ?? [])
  const ignored = list.includes('.eleventyignore') ? (await files.text('.eleventyignore')).split(/\r?\n/) : []
  const { excludes, patterns } = exclusions(ignored.filter((line) => !/^\s*(?:#|$)/.test(line)))
  function hidden(path: string, below: string): string | undefined {
    if (hasHiddenName(below, /^\./)) return HIDDEN_NAME
    if (excludes(path)) return EXCLUDED
    return hidesPosts(shared.of(path)) ? SHARED_STATE : undefined
  }
  const hasRule = permalinks.length > 0 || dataFiles.length === 0
  const hasPrograms = list.some((path) => /\.11tydata\.[cm]?js$/.test(path))
  return {
    system: 'eleventy',
    siteUrl: null,
    posts: postsIn(list, roots, { hidden }),
    roots,
    permalinks: permalinks.length > 0 ? everywhere(...permalinks) : sectionRules(roots),
    staticFolders: ['', 'public', 'src', 'static'],
    shortcuts: [],
    sharedFields: (path) => sharedFields(shared.of(path)),
    authors: new Map(),
    leftOut: new Map(),
    notes: [
      ...shared.notes,
      ...(hasRule ? [] : [NO_RULE]),
      ...(hasPrograms ? [PROGRAMS] : []),
      ...patternNotes(patterns),
    ],
  }
}

/** Data files of folders, `blog/blog.11tydata.json` or `blog/blog.json`, and of single posts, `blog/x.11tydata.json`. */
async function sharedData(files: SourceFiles) {
  const found = new Map<string, Readonly<Record<string, unknown>>>()
  const notes: string[] = []
  for (const path of files.list().filter((one) => /\.json$/.test(one) && one.includes('/'))) {
    const folder = posix.dirname(path)
    const name = posix.basename(path).replace(/(?:\.11tydata)?\.json$/, '')
    const scope = name === posix.basename(folder) ? folder : `${folder}/${name}`
    const { data, notes: problems } = await readConfig(files, path, parseJson)
    if (path.endsWith('.11tydata.json')) notes.push(...problems)
    found.set(scope, { ...found.get(scope), ...data })
  }
  return {
    all: [...found.values()],
    notes,
    /** The nearest data comes first. */
    of(path: string): Readonly<Record<string, unknown>> {
      const parts = path.replace(/\.[^./]+$/, '').split('/')
      return Object.assign({}, ...parts.map((_, index) => found.get(parts.slice(0, index + 1).join('/'))))
    },
  }
}

function sharedFields(data: Readonly<Record<string, unknown>>): SharedFields {
  const { tags = [], ...fields } = fieldsOf(data)
  return { ...fields, tags: tags.filter((tag) => !COLLECTIONS.includes(tag)) }
}

const isBlog = (root: string) => ['blog', 'posts', 'post', 'articles', 'news', 'writing'].includes(posix.basename(root))
/** Tags that make collections. */
const COLLECTIONS = ['all', 'post', 'posts', 'blog', 'blogpost', 'article', 'articles', 'nav']

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
