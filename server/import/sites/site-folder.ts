import { posix } from 'node:path'
import { isPostName } from '#server/content/dialects/text-formats.ts'
import type { OldUrlRule } from '#server/import/source/candidate.ts'
import type { ImportedAuthor, SiteSystem, SourceFiles } from '#server/import/source/imported.ts'
import { isMapping, textIn } from '#server/text/front-matter/read-yaml.ts'

/** A post of a site folder. */
export type SitePost = {
  /** In the source, and below `posts`. */
  path: string
  target: string
  /** Why the old site did not publish it, apart from what the post says itself. */
  hidden: string | undefined
}

/** A folder of posts, and the folder below `posts` that it becomes; both end with a slash. */
export type SiteRoot = { folder: string; target: string; hidden?: string | undefined }

/** What the configuration and the layout of a site folder say. Configurations are read as data and never executed. */
export type SiteFolder = {
  system: SiteSystem
  siteUrl: string | null
  posts: readonly SitePost[]
  /** Folders of the posts: their images go along. */
  roots: readonly SiteRoot[]
  /** Patterns of URLs. */
  permalinks: readonly OldUrlRule[]
  /** Folders whose files were at the root of the old site, in order of preference. */
  staticFolders: readonly string[]
  /** Prefixes of paths in texts, and the folders that they stand for: `~/` is `src/`. */
  shortcuts: readonly (readonly [prefix: string, folder: string])[]
  /** Front matter that posts share. */
  sharedFields(path: string): SharedFields
  /** By the keys that posts name them with, in lower case. */
  authors: ReadonlyMap<string, ImportedAuthor>
  leftOut: ReadonlyMap<string, number>
  notes: readonly string[]
  /** Whether pages of the old site show formulas in brackets by a script. */
  hasMath?: boolean
}

export type SharedFields = { author?: string; category?: string; tags?: readonly string[] }

export type SiteDetector = (files: SourceFiles) => Promise<SiteFolder | undefined>

export const noFields = (): SharedFields => ({})

/** Other names of Markdown files, which are renamed. */
const MARKDOWN = /\.(?:mkdn|mkd|mdown|mkdown|text)$/i

export const rootOf = (folder: string): SiteRoot => ({ folder: `${folder}/`, target: '' })

/** Sections keep their folders where there are several, because posts of two may have the same name. */
export const sectionRoots = (folders: readonly string[]): SiteRoot[] =>
  folders.map((folder) => ({ folder: `${folder}/`, target: folders.length > 1 ? `${posix.basename(folder)}/` : '' }))

/** The URLs of sections: their names before the paths of their posts, or what `patternOf` says. */
export const sectionRules = (
  roots: readonly SiteRoot[],
  patternOf = (section: string): string => `/${section}/:path/`,
): OldUrlRule[] =>
  roots.map(({ folder, target }) => ({
    folder: target && visible(target.slice(0, -1)),
    pattern: patternOf(posix.basename(folder)),
  }))

export const everywhere = (...patterns: string[]): OldUrlRule[] => patterns.map((pattern) => ({ folder: '', pattern }))

type PostRules = {
  isPost?: (path: string) => boolean
  /** Why a post is hidden. `below`: its path in the folder of posts. */
  hidden?: (path: string, below: string) => string | undefined
}

/**
 * The posts below a folder, those that the old site did not publish last: they must not take the names of others. Names that the site would
 * ignore lose their `_`. Files with a name that begins with a dot are hidden and no posts.
 */
export function postsIn(
  files: readonly string[],
  roots: readonly SiteRoot[],
  { isPost = () => true, hidden = () => undefined }: PostRules = {},
): SitePost[] {
  const isCandidate = (path: string) => (isPostName(path) || MARKDOWN.test(path)) && !hasDotName(path) && isPost(path)
  const posts = roots.flatMap((root) =>
    files
      .filter((path) => path.startsWith(root.folder) && isCandidate(path))
      .map((path) => ({
        path,
        target: targetOf(path, root).replace(MARKDOWN, '.md'),
        hidden: root.hidden ?? hidden(path, path.slice(root.folder.length)),
      })),
  )
  const sorted = [...posts.filter((post) => !post.hidden), ...posts.filter((post) => post.hidden)]
  const taken = new Set(posts.map(({ target }) => target))
  return sorted.map((post) => {
    const target = plainTarget(post.target)
    if (taken.has(target)) return post
    taken.add(target)
    return { ...post, target }
  })
}

/** A path without what orders files in Nuxt, `42.bread.md`, and without a second ending, `bread.html.md`. */
const plainTarget = (target: string): string =>
  target
    .replace(/(^|\/)\d+\.(?=[a-z][^/]*\.[a-z]+$)/i, '$1')
    .replace(/(?<=[^/])\.(?:html?|md|markdown|mdx)(?=\.[a-z]+$)/i, '')

const hasDotName = (path: string) => path.split('/').some((name) => name.startsWith('.'))

/** The path below `posts` of a file in a folder of posts. */
export const targetOf = (path: string, { folder, target }: SiteRoot): string =>
  visible(target + path.slice(folder.length))

/** A path without names that begin with `_` or a dot: the site ignores those. */
export const visible = (path: string): string =>
  path
    .split('/')
    .map((name) => name.replace(/^[_.]+/, '') || 'unnamed')
    .join('/')

/** Files of blogs have such a folder, at the root or in another one. */
const BLOG_FOLDERS = ['blog', 'posts', 'post', 'articles', 'news', 'writing']

/** The folders of posts in `parent`: those that are called like one, else all. */
export function blogFolders(files: readonly string[], parent: string): string[] {
  const prefix = parent === '' ? '' : `${parent}/`
  const inside = files
    .filter((path) => path.startsWith(prefix) && isPostName(path))
    .map((path) => path.slice(prefix.length))
  const folders = [
    ...new Set(inside.filter((path) => path.includes('/')).map((path) => path.slice(0, path.indexOf('/')))),
  ]
  const named = folders.filter((folder) => BLOG_FOLDERS.includes(folder.toLowerCase()))
  return (named.length > 0 ? named : folders).map((folder) => prefix + folder)
}

/** The first of these files that exists. */
export const firstOf = (files: SourceFiles, names: readonly string[]): string | undefined => {
  const all = new Set(files.list())
  return names.find((name) => all.has(name))
}

type Data = Readonly<Record<string, unknown>>

/** Reads a mapping; `{}` where the file has none. */
export const readMapping = async (files: SourceFiles, path: string, parse: (text: string) => unknown): Promise<Data> =>
  (await readConfig(files, path, parse)).data

/** Reads a configuration. A note says where it cannot be read: it might hide posts. */
export async function readConfig(files: SourceFiles, path: string | undefined, parse: (text: string) => unknown) {
  let data: unknown = {}
  let notes: string[] = []
  try {
    if (path !== undefined) data = parse(await files.text(path))
  } catch {
    notes = [
      `${path} cannot be read, so its rules are not known. Repair it, or make drafts of posts that were not published.`,
    ]
  }
  return { data: isMapping(data) ? data : {}, notes }
}

/** The path of a base URL: `/blog` of `https://example.com/blog/`. */
export function pathOf(url: string): string {
  const path = URL.parse(url)?.pathname ?? url
  return path.endsWith('/') ? path.slice(0, -1) : path
}

export const joined = (...parts: string[]): string => posix.join('/', ...parts)

/** Authors of a data file: key → name, biography and page. */
export function authorsOf(data: Readonly<Record<string, unknown>>): Map<string, ImportedAuthor> {
  const authors = new Map<string, ImportedAuthor>()
  for (const [key, value] of Object.entries(data)) {
    if (!isMapping(value)) continue
    const name = textIn(value, 'name', 'display_name', 'title') || key
    const bio = textIn(value, 'bio', 'description') || (textIn(value, 'name') === '' ? '' : textIn(value, 'title'))
    authors.set(key.toLowerCase(), { name, slug: key, bio, url: textIn(value, 'url', 'web', 'website', 'uri') })
  }
  return authors
}
