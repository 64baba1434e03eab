import { posix } from 'node:path'
import { cutText } from '#contract/cut-text.ts'
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

/** The front matter of the pages of sections, by the folder of the section. Unreadable front matter is `undefined`. */
export async function sectionsIn(files: SourceFiles) {
  const pages = files.list().filter((path) => path.startsWith('content/') && isSectionPage(path))
  const read = pages.map(async (path) => ({
    folder: `${posix.dirname(path)}/`,
    data: sectionData(await files.text(path)),
  }))
  return Promise.all(read)
}

/** The folders in which Hugo's `cascade` hides pages; `folder` is that of the section, or `content/` for the configuration. */
export const hiddenByCascade = (cascade: unknown, folder: string): string[] =>
  cascadesThatHide(cascade).map((pattern) => {
    // The part of a pattern that is certain.
    const [path = ''] = pattern.toLowerCase().split(PATTERN)
    return path.length > 1 ? posix.join('content', path) : folder
  })
