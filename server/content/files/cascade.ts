import { posix } from 'node:path'
import { withoutPostExtension } from '#server/content/dialects/text-formats.ts'
import { ifValid } from '#server/text/front-matter/content-file-error.ts'
import { isMapping } from '#server/text/front-matter/read-yaml.ts'
import { decodeFields } from './post-file.ts'

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

/** The entries of Hugo's `cascade` that hide pages: the pattern of paths that each is for, which may be empty. */
export function cascadesThatHide(cascade: unknown): string[] {
  const entries = (Array.isArray(cascade) ? cascade : [cascade]).filter(isMapping)
  return entries.flatMap(({ _target, target = _target, ...values }) => {
    const { kind = '', path = '' } = isMapping(target) ? target : {}
    const isForPages = kind === '' || /page|\*/.test(String(kind))
    return isForPages && hidesPosts(values) ? [String(path)] : []
  })
}

const GLOB_MAX_CHARACTERS = 500
/** Names, `*`, `?`, `**` between slashes, and alternatives in braces: these mean the same in Hugo and in Bun. */
const KNOWN_GLOB = /^(?:[\w.~@ /?-]|\*|\{[^{}[\]()!\\]*\})*$/
const ODD_STARS = /\*{3,}|[^/{,]\*\*|\*\*[^/},]/
export const PATTERN = /[*?[\](){}|+^$\\]/

/** A function for a pattern of paths; `undefined` for one that is not understood. */
export function globOf(pattern: string): ((path: string) => boolean) | undefined {
  if (pattern.length > GLOB_MAX_CHARACTERS || !KNOWN_GLOB.test(pattern) || ODD_STARS.test(pattern)) return undefined
  const glob = new Bun.Glob(pattern.toLowerCase())
  return (path) => glob.match(path)
}

/** Which pages a pattern of `cascade` is for: one that is not understood is for all below the part of it that is certain. */
export function pagesOf(pattern: string): { isClear: boolean; matches: (page: string) => boolean } {
  if (pattern === '') return { isClear: true, matches: () => true }
  const matches = globOf(pattern)
  if (matches) return { isClear: true, matches }
  const [start = ''] = pattern.toLowerCase().split(PATTERN)
  const below = posix.join('/', start)
  return { isClear: false, matches: (page) => page.startsWith(below) }
}

/** The path of a page as patterns of Hugo mean it: `/posts/bread` for `posts/Bread/index.md` below its content. */
export const pagePath = (path: string): string =>
  `/${withoutPostExtension(path)}`
    .replace(/\.[a-z]{2}(?:-[a-z]{2,4})?$/i, '')
    .replace(/\/_?index$/i, '')
    .replaceAll(' ', '-')
    .toLowerCase()

/** The first line with a text, from 1. */
export function lineOfText(text: string, part: string): number {
  const at = text.indexOf(part)
  return at === -1 ? 1 : text.slice(0, at).split('\n').length
}
