import { posix } from 'node:path'
import { isPostName, unreadText } from '#server/content/dialects/text-formats.ts'
import { isSectionPage } from '#server/content/files/post-names.ts'
import type { SiteFolder } from './site-folder.ts'

const HIDDEN_FILES = 'files with names that begin with a dot are not read'
/** Folders of themes, templates and programs. */
const OF_PROGRAMS =
  /^(?:_layouts|_includes|_sass|_data|_plugins|themes|layouts|archetypes|vendor|assets|static|public|node_modules)$/
const ABOUT_FOLDER = /^(?:readme|licen[cs]e|changelog|contributing|code_of_conduct|security)\b/i

/**
 * Counts the texts of a source that are no posts of it, by kind, with what to do: other formats, other sections, pages. Templates
 * and files about a folder are none.
 */
export function unreadFiles(files: readonly string[], site: Pick<SiteFolder, 'posts' | 'roots'>): Map<string, number> {
  const posts = new Set(site.posts.map(({ path }) => path))
  const found = new Map<string, number>()
  const add = (kind: string) => found.set(kind, (found.get(kind) ?? 0) + 1)
  const isInRoot = (path: string) => site.roots.some(({ folder }) => path.startsWith(folder))
  for (const path of files) {
    if (posts.has(path) || isSectionPage(path)) continue
    const folders = posix.dirname(path).split('/')
    const isText = isPostName(path) || unreadText(path) !== undefined
    if (!isText || folders.some((name) => OF_PROGRAMS.test(name)) || ABOUT_FOLDER.test(posix.basename(path))) continue
    if (path.split('/').some((name) => name.startsWith('.'))) add(HIDDEN_FILES)
    else if (isInRoot(path)) add(unreadText(path) ?? NO_POST)
    else if (isMarkdown(path) || isContent(path)) add(outside(path))
  }
  return found
}

const NO_POST = 'files in the folder of posts have no front matter: write it to import them'
const isMarkdown = (path: string) => /\.(?:md|markdown|mdx)$/i.test(path)
/** Beside Markdown, other folders have templates in HTML. */
const isContent = (path: string) => /^(?:src\/)?(?:content|posts|blog|_posts)\//.test(path)

/** The folder of a file that is in none of the blog's. */
function outside(path: string): string {
  const folder = posix.dirname(path)
  if (folder === '.')
    return 'pages beside the folders of posts are not imported: copy them to content/posts with a date'
  const [first = '', second] = folder.split('/')
  const section = second !== undefined && /^(?:content|src|docs)$/.test(first) ? `${first}/${second}` : first
  const name = posix.basename(section).replace(/^[_.]+/, '')
  return `files of the folder ${section}, which is none of the blog: import it on its own (bun run import …/${section} --into=${name.toLowerCase()})`
}
