import { posix } from 'node:path'
import { cutText } from '#contract/cut-text.ts'
import { withoutPostExtension } from '#server/content/dialects/text-formats.ts'
import { isSectionPage } from '#server/content/files/post-names.ts'
import { cascadesThatHide, sectionData } from '#server/content/files/section-pages.ts'
import type { SourceFiles } from '#server/import/source/imported.ts'

/** Why the old site did not publish a post whose own front matter does not say so. Such posts become drafts. */
export const DRAFTS_FOLDER = 'a post of the folder for drafts became a draft'
export const HIDDEN_NAME = 'a post that was not published because of its name became a draft'
export const HIDDEN_SECTION = 'a post of a section that was not published became a draft'
export const SHARED_STATE = 'a post that shared front matter hides became a draft'
export const EXCLUDED = 'a post that the configuration excludes became a draft'

/** Whether a file or a folder has a name that these systems leave out. */
export const hasHiddenName = (path: string, marks = /^[_.]/): boolean =>
  path.split('/').some((name) => marks.test(name))

const PATTERN = /[*?[\](){}|+^$\\]/
/** Whether a list of a configuration excludes a path; `patterns` are entries that are not understood. */
export function exclusions(list: unknown): { excludes(path: string): boolean; patterns: readonly string[] } {
  const entries = (Array.isArray(list) ? list : [list]).filter((one) => typeof one === 'string')
  const names = entries.filter((one) => !PATTERN.test(one)).map((one) => one.replace(/^\.?\/+|\/+$/g, ''))
  return {
    excludes: (path) => names.some((name) => name !== '' && (path === name || path.startsWith(`${name}/`))),
    patterns: entries.filter((one) => PATTERN.test(one)),
  }
}

/** The note about patterns that might hide posts. */
export const patternNotes = (patterns: readonly string[]): string[] =>
  patterns.length === 0
    ? []
    : [
        `The configuration excludes files by patterns that are not understood here: ${cutText(patterns.join(', '), 200)}. Make drafts of posts that were not published.`,
      ]

/** The pages of sections: their front matter, and the folder of the section. Unreadable front matter is `undefined`. */
export async function sectionsIn(files: SourceFiles, home = 'content') {
  const pages = files.list().filter((path) => path.startsWith(`${home}/`) && isSectionPage(path))
  const read = pages.map(async (file) => {
    const text = await files.text(file)
    return { file, text, folder: `${posix.dirname(file)}/`, data: sectionData(text) }
  })
  return Promise.all(read)
}

const GLOB_MAX_CHARACTERS = 500
/** Names, `*`, `?`, `**` between slashes, and alternatives in braces: these mean the same in Hugo and in Bun. */
const KNOWN_GLOB = /^(?:[\w.~@ /?-]|\*|\{[^{}[\]()!\\]*\})*$/
const ODD_STARS = /\*{3,}|[^/{,]\*\*|\*\*[^/},]/

/** A function for a pattern of paths; `undefined` for one that is not understood. */
export function globOf(pattern: string): ((path: string) => boolean) | undefined {
  if (pattern.length > GLOB_MAX_CHARACTERS || !KNOWN_GLOB.test(pattern) || ODD_STARS.test(pattern)) return undefined
  const glob = new Bun.Glob(pattern.toLowerCase())
  return (path) => glob.match(path)
}

/** The front matter that pages share by `cascade`, and the folder of the pages. */
type Cascade = { file: string; text: string; cascade: unknown; folder: string }

/** The pages that Hugo's `cascade` hides; notes name patterns that are not understood, below which all posts are hidden. */
export function hiddenByCascades(cascades: readonly Cascade[], home: string, posts: readonly string[]) {
  const rules: ((path: string) => boolean)[] = []
  const notes: string[] = []
  for (const { file, text, cascade, folder } of cascades)
    for (const pattern of cascadesThatHide(cascade)) {
      const isIn = (path: string) => path.startsWith(folder)
      const matches = pattern === '' ? () => true : globOf(pattern)
      if (matches) rules.push((path) => isIn(path) && matches(pagePath(path, home)))
      else {
        // The part of a pattern that is certain.
        const [start = ''] = pattern.toLowerCase().split(PATTERN)
        const below = start.length > 1 ? posix.join(home, start) : folder
        const isBelow = (path: string) => isIn(path) && path.toLowerCase().startsWith(below.toLowerCase())
        rules.push(isBelow)
        notes.push(unclear(`${file}:${lineOfText(text, pattern)}`, pattern, posts.filter(isBelow)))
      }
    }
  return { isHidden: (path: string) => rules.some((rule) => rule(path)), notes }
}

const POSTS_SHOWN_MAX = 5
function unclear(place: string, pattern: string, posts: readonly string[]): string {
  const named = posts.slice(0, POSTS_SHOWN_MAX).join(', ')
  const more = posts.length > POSTS_SHOWN_MAX ? ', …' : ''
  const what = posts.length === 1 ? '1 post is a draft' : `${posts.length.toLocaleString('en')} posts are drafts`
  return `${place}: the pattern ${cutText(pattern, 200)} of cascade is not understood, so ${what}${named && `: ${named}${more}`}. Write draft: false in those that were published.`
}

/** The first line with a text, from 1. */
function lineOfText(text: string, part: string): number {
  const at = text.indexOf(part)
  return at === -1 ? 1 : text.slice(0, at).split('\n').length
}

/** The path of a page as patterns of Hugo mean it: `/posts/bread` for `content/posts/Bread/index.md`. */
const pagePath = (path: string, home: string): string =>
  withoutPostExtension(path.slice(home.length))
    .replace(/\.[a-z]{2}(?:-[a-z]{2,4})?$/i, '')
    .replace(/\/_?index$/i, '')
    .replaceAll(' ', '-')
    .toLowerCase()
