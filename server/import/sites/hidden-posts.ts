import { posix } from 'node:path'
import { findFences, readFrontMatter } from '#server/content/front-matter.ts'
import { decodeFields } from '#server/content/post-file.ts'
import type { SourceFiles } from '#server/import/imported.ts'
import { ifValid } from '#server/lib/text-file.ts'
import { isMapping, textIn } from './site-folder.ts'

/** Why the old site did not publish a post whose own front matter does not say so. Such posts become drafts. */
export const DRAFTS_FOLDER = 'a post of the folder for drafts became a draft'
export const HIDDEN_NAME = 'a post that was not published because of its name became a draft'
export const HIDDEN_SECTION = 'a post of a section that was not published became a draft'
export const SHARED_STATE = 'a post that shared front matter hides became a draft'
export const EXCLUDED = 'a post that the configuration excludes became a draft'

/** Whether a file or a folder has a name that these systems leave out. */
export const hasHiddenName = (path: string, marks = /^[_.]/): boolean =>
  path.split('/').some((name) => marks.test(name))

type Data = Readonly<Record<string, unknown>>

/** Whether front matter that posts share hides them, by the rules for their own. Values that cannot be read hide them, too. */
export function hidesPosts(values: Data): boolean {
  const parts = Object.entries(values).filter(([, value]) => isMapping(value))
  const all = Object.fromEntries([...scalars(values), ...parts.map(([key, value]) => [key, nested(value)])])
  return Object.keys(all).length > 0 && (ifValid(() => decodeFields(`${JSON.stringify(all)}\n`).draft) ?? true)
}

/** States are scalars. Others may be gigabytes once they are written out: YAML can name a list again in another one. */
const scalars = (values: Data) =>
  Object.entries(values).filter(([, value]) => ['string', 'number', 'boolean'].includes(typeof value))
const nested = (value: unknown) => (isMapping(value) ? Object.fromEntries(scalars(value)) : {})

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
        `The configuration excludes files by patterns that are not understood here: ${patterns.join(', ').slice(0, 200)}. Make drafts of posts that were not published.`,
      ]

const SECTION_PAGE = /(?:^|\/)_index(?:\.en[^./]*)?\.(?:md|markdown|html)$/i

/** The front matter of the pages of sections, by the folder of the section. Unreadable front matter is `undefined`. */
export async function sectionsIn(files: SourceFiles) {
  const pages = files.list().filter((path) => path.startsWith('content/') && SECTION_PAGE.test(path))
  const read = pages.map(async (path) => {
    const text = await files.text(path)
    const fences = ifValid(() => findFences(text))
    return { folder: `${posix.dirname(path)}/`, data: fences ? ifValid(() => readFrontMatter(text, fences)) : {} }
  })
  return Promise.all(read)
}

/** The folders in which Hugo's `cascade` hides pages; `folder` is that of the section, or `content/` for the configuration. */
export function hiddenByCascade(cascade: unknown, folder: string): string[] {
  const entries = (Array.isArray(cascade) ? cascade : [cascade]).filter(isMapping)
  return entries.flatMap(({ _target, target = _target, ...values }) => {
    const wanted = isMapping(target) ? target : {}
    const kind = textIn(wanted, 'kind')
    const isForPages = kind === '' || kind.includes('page') || kind.includes('*')
    if (!isForPages || !hidesPosts(values)) return []
    // The part of a pattern that is certain.
    const [path = ''] = textIn(wanted, 'path').toLowerCase().split(PATTERN)
    return [path.length > 1 ? posix.join('content', path) : folder]
  })
}
