import { CONTENT_MAX_CHARACTERS } from '#contract/limits.ts'
import type { PostFormat } from '#contract/post-form.ts'
import { DomainError } from './errors.ts'

/** A text that is too long or nested too deeply, or that takes too long to render. */
export class UnrenderableContentError extends DomainError {
  readonly kind = 'invalid'
}

/** The sanitizer's time grows with the square of the depth. */
const MAX_DEPTH = 100

/** Throws `UnrenderableContentError`, within milliseconds, for a text that would block the sanitizer for seconds. */
export function assertRenderable(format: PostFormat, source: string): void {
  if (source.length > CONTENT_MAX_CHARACTERS) throw new UnrenderableContentError('This text is too long to be shown.')
  assertHtmlDepth(source)
  if (format === 'md' && exceedsMarkdownDepth(MAX_DEPTH, source)) throw nestedTooDeeply()
}

/** Throws `UnrenderableContentError` for HTML that the sanitizer must not get. */
export function assertHtmlDepth(html: string): void {
  if (exceedsHtmlDepth(MAX_DEPTH, html)) throw nestedTooDeeply()
}

const nestedTooDeeply = () => new UnrenderableContentError('This text is nested too deeply to be shown.')

/** Void elements, and elements that the next one of their kind ends: neither can nest without another element. */
const UNCOUNTED = new Set(
  (
    'area base br col embed hr img input link meta param source track wbr ' +
    'p li dt dd tr td th thead tbody tfoot caption colgroup option optgroup rt rp'
  ).split(' '),
)
const NAME = /\/?[a-z][^\s/>]*/iy

/** Runs in linear time. It is not exact inside scripts and the like, where the renderer's time limit applies. */
function exceedsHtmlDepth(max: number, html: string): boolean {
  const open: string[] = []
  for (let at = html.indexOf('<'); at !== -1; at = html.indexOf('<', at)) {
    if (html.startsWith('<!--', at)) {
      at = after(html.indexOf('-->', at + 2), 3, html)
      continue
    }
    NAME.lastIndex = at + 1
    const name = NAME.exec(html)?.[0].toLowerCase()
    at = name === undefined ? at + 1 : endOfTag(html, at + 1 + name.length)
    if (name !== undefined) applyTag(open, name)
    if (open.length > max) return true
  }
  return false
}

/** An end tag closes its element and all open ones inside it; without a start tag it closes nothing. */
function applyTag(open: string[], name: string): void {
  if (!name.startsWith('/')) {
    if (!UNCOUNTED.has(name)) open.push(name)
    return
  }
  const start = open.lastIndexOf(name.slice(1))
  if (start !== -1) open.length = start
}

/** Returns the index after the `>` of a tag; one inside a quoted value does not end it. */
function endOfTag(html: string, from: number): number {
  let isAfterEquals = false
  for (let at = from; at < html.length; at++) {
    const character = html[at] ?? ''
    if (character === '>') return at + 1
    if (isAfterEquals && (character === '"' || character === "'")) at = after(html.indexOf(character, at + 1), 0, html)
    if (character.trim() !== '') isAfterEquals = character === '='
  }
  return html.length
}

const after = (found: number, length: number, html: string) => (found === -1 ? html.length : found + length)

/** Quote and list markers at the start of a line, with the white space before and between them. */
const MARKERS = /^(?:[ \t]*(?:>|(?:[-*+]|\d{1,9}[.)])(?=[ \t]|$)))+/
const MARKER = />|[-*+]|\d{1,9}[.)]/g
const COLUMNS_PER_LEVEL = 2

/** Counts quotes, lists and brackets in linear time. */
function exceedsMarkdownDepth(max: number, markdown: string): boolean {
  let brackets = 0
  for (const line of markdown.split('\n')) {
    if (markerDepth(line) > max) return true
    if (line.trim() === '') brackets = 0
    for (const character of line) {
      if (character === '[') brackets++
      if (character === ']' && brackets > 0) brackets--
      if (brackets > max) return true
    }
  }
  return false
}

function markerDepth(line: string): number {
  const [markers] = MARKERS.exec(line) ?? []
  if (!markers) return 0
  const indent = markers.length - markers.trimStart().length
  return indent / COLUMNS_PER_LEVEL + (markers.match(MARKER)?.length ?? 0)
}
