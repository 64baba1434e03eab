import { posix } from 'node:path'
import { cutText } from '#contract/cut-text.ts'
import { cascadesThatHide, lineOfText, PATTERN, pagePath, pagesOf } from '#server/content/files/cascade.ts'
import { isSectionPage } from '#server/content/files/post-names.ts'
import { sectionData } from '#server/content/files/section-pages.ts'
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

/** The front matter that pages share by `cascade`, and the folder of the pages. */
type Cascade = { file: string; text: string; cascade: unknown; folder: string }

/** The pages that Hugo's `cascade` hides; notes name patterns that are not understood, below which all posts are hidden. */
export function hiddenByCascades(cascades: readonly Cascade[], home: string, posts: readonly string[]) {
  const rules: ((path: string) => boolean)[] = []
  const notes: string[] = []
  for (const { file, text, cascade, folder } of cascades)
    for (const pattern of cascadesThatHide(cascade)) {
      const { isClear, matches } = pagesOf(pattern)
      const isFor = (path: string) => path.startsWith(folder) && matches(pagePath(path.slice(home.length + 1)))
      rules.push(isFor)
      if (!isClear) notes.push(unclear(`${file}:${lineOfText(text, pattern)}`, pattern, posts.filter(isFor)))
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
