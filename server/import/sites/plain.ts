import { posix } from 'node:path'
import { isPostName } from '#server/content/dialects/text-formats.ts'
import type { SourceFiles } from '#server/import/source/imported.ts'
import { textIn } from '#server/text/front-matter/read-yaml.ts'
import { HIDDEN_NAME, hasHiddenName } from './hidden-posts.ts'
import {
  everywhere,
  firstOf,
  joined,
  noFields,
  postsIn,
  readConfig,
  type SiteFolder,
  type SiteRoot,
} from './site-folder.ts'

const RULE =
  'This is no folder of a system that is known here by its configuration, so files with front matter were taken, and the rule of their old URLs is not known: pass it as --permalink=/blog/:year/:month/:slug/ if they are to redirect.'
/** Files about a folder, which are no posts. */
const ABOUT_FOLDER = /(?:^|\/)(?:readme|licen[cs]e|changelog|contributing|code_of_conduct|security|authors)\b[^/]*$/i
/** Folders of programs whose texts are examples, templates or documents of their own. */
const OF_PROGRAMS =
  /(?:^|\/)(?:themes|layouts|archetypes|vendor|dist|build|out|coverage|tests?|__tests__|includes|templates|examples?|exampleSite)\//
/** Front matter of any system; what is not read is rejected by its name. */
const FRONT_MATTER =
  /^\uFEFF?\s{0,20}(?:---|\+\+\+|\{\s*["}]|(?:<!--\s*)?\.\. (?:title|slug|date):|(?:title|date|author|slug|category|tags)[ \t]*:[ \t]*\S|export const (?:metadata|meta|frontmatter)\b)/i
const DATED = /(?:^|\/)\d{4}-\d{1,2}-\d{1,2}[-_ ][^/]*$/
const START_BYTES = 500
/** Folders whose files are at the root of the site. */
const STATIC_FOLDERS = ['public', 'static', '', 'src', 'source', 'content', '.vuepress/public', 'docs/public']
/** The folder of posts in Hexo, beside one for drafts. */
const HEXO_POSTS = /^_posts\//
/** Folders that are in no URL. */
const CONTENT_FOLDERS = /^(?:content|src|pages|data|source|_posts|docs)$/

/** Any folder of texts with front matter: Gatsby, Next, Nuxt, VitePress, Hexo and others. `undefined` for a folder without such a text. */
export async function plainSite(files: SourceFiles): Promise<SiteFolder | undefined> {
  const list = files.list()
  const texts = list.filter(
    (path) => isPostName(path) && !hasHiddenName(path, /^\./) && !ABOUT_FOLDER.test(path) && !OF_PROGRAMS.test(path),
  )
  const posts = new Set<string>()
  for (const path of texts) {
    const start = await Bun.file(files.path(path)).slice(0, START_BYTES).text()
    if (FRONT_MATTER.test(start) || (DATED.test(path) && /^\s*# /.test(start))) posts.add(path)
  }
  if (posts.size === 0) return undefined
  const root = rootOf([...posts])
  const name = posix.basename(root.folder)
  const { data, notes } = await readConfig(files, firstOf(files, ['_config.yml']), Bun.YAML.parse)
  const rule = textIn(data, 'permalink')
  const guesses = ['/:path/', ...(name === '' || CONTENT_FOLDERS.test(name) ? [] : [joined(name, '/:path/')])]
  return {
    system: 'plain',
    siteUrl: null,
    posts: postsIn(list, [root], {
      isPost: (path) => posts.has(path),
      hidden: (_, below) => (hasHiddenName(below.replace(HEXO_POSTS, '')) ? HIDDEN_NAME : undefined),
    }),
    roots: [root],
    permalinks: everywhere(...(rule === '' ? guesses : [joined(rule)])),
    staticFolders: STATIC_FOLDERS,
    shortcuts: [
      ['~/', ''],
      ['@/', ''],
      ['@/', 'src/'],
    ],
    sharedFields: noFields,
    authors: new Map(),
    leftOut: new Map(),
    notes: [...notes, ...(rule === '' ? [RULE] : [])],
  }
}

/** The folder that all posts are in, in which they keep their places. */
function rootOf(posts: readonly string[]): SiteRoot {
  const [first = [], ...others] = posts.map((path) => folderOf(path).split('/'))
  const isShared = (name: string, at: number) => others.every((folder) => folder[at] === name)
  const end = first.findIndex((name, at) => !isShared(name, at))
  const folder = first.slice(0, end === -1 ? undefined : end).join('/')
  return { folder: folder === '' ? '' : `${folder}/`, target: '' }
}

/** The folder around a post: `blog` for `blog/a.md` and `blog/a/index.md`. */
const folderOf = (path: string): string => {
  const folder = posix.dirname(path)
  const parent = /^index\./i.test(posix.basename(path)) ? posix.dirname(folder) : folder
  return parent === '.' ? '' : parent
}
