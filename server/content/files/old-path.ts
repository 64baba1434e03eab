import { decodeUri } from '#contract/paths.ts'

const PATH_MAX_CHARACTERS = 500

/** Control characters, lone surrogates, line separators and backslashes are in no URL that a blog had. */
const UNUSUAL = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\\]/u

/**
 * The form in which old paths are compared: decoded, in lower case, with hyphens for spaces, without query, doubled slashes, `index.html`, the
 * extension of a page and a slash at the end. `undefined` for the home page and for what is no path.
 */
export function normalizeOldPath(path: string): string | undefined {
  const decoded = decodeUri(path.split(/[?#]/, 1)[0] ?? '')
  if (decoded.length > PATH_MAX_CHARACTERS || UNUSUAL.test(decoded)) return undefined
  const parts = decoded.split('/').filter((part) => part !== '')
  if (parts.some((part) => part === '.' || part === '..')) return undefined
  const last = parts.pop()?.replace(/\.(?:html?|md|mdx|markdown)$/i, '') ?? ''
  if (last !== '' && last.toLowerCase() !== 'index') parts.push(last)
  if (parts.length === 0) return undefined
  return `/${parts.join('/')}`.normalize('NFC').toLowerCase().replace(/[ -]+/g, '-')
}
