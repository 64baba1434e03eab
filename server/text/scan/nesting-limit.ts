import { CONTENT_MAX_CHARACTERS } from '#contract/limits.ts'
import type { PostFormat } from '#contract/post-form.ts'
import { DomainError } from '#server/lib/errors.ts'
import { VOID_ELEMENTS } from './html-tags.ts'

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
  if (format === 'md' && exceedsMarkdownDepth(source)) throw nestedTooDeeply()
}

export function isRenderable(format: PostFormat, source: string): boolean {
  try {
    assertRenderable(format, source)
    return true
  } catch (error) {
    if (error instanceof UnrenderableContentError) return false
    throw error
  }
}

const nestedTooDeeply = () => new UnrenderableContentError('This text is nested too deeply to be shown.')

/** Void elements, and elements that the next one of their kind ends: neither can nest without another element. */
const UNCOUNTED = new Set(
  VOID_ELEMENTS.union(
    new Set('p li dt dd tr td th thead tbody tfoot caption colgroup option optgroup rt rp'.split(' ')),
  ),
)
/** Its content is text for the rewriter, and elements for the sanitizer. */
const NOSCRIPT = /<(\/?)noscript/gi

/** Throws `UnrenderableContentError` for HTML that the sanitizer must not get. */
export function assertHtmlDepth(html: string): void {
  let depth = 0
  const rewriter = new HTMLRewriter().on('*', {
    element(element) {
      if (UNCOUNTED.has(element.tagName) || !element.canHaveContent) return
      const outside = depth++
      if (depth > MAX_DEPTH) throw nestedTooDeeply()
      // An end tag ends all open elements inside its own, too.
      element.onEndTag(() => {
        depth = outside
      })
    },
  })
  rewriter.transform(html.replace(NOSCRIPT, '<$1div'))
}

/** Quote and list markers at the start of a line, with the white space before and between them. */
const MARKERS = /^(?:[ \t]*(?:>|(?:[-*+]|\d{1,9}[.)])(?=[ \t]|$)))+/
const MARKER = />|[-*+]|\d{1,9}[.)]/g
const COLUMNS_PER_LEVEL = 2

/** Counts quotes, lists and brackets in linear time. */
function exceedsMarkdownDepth(markdown: string): boolean {
  let brackets = 0
  for (const line of markdown.split('\n')) {
    if (markerDepth(line) > MAX_DEPTH) return true
    if (line.trim() === '') brackets = 0
    for (const character of line) {
      if (character === '[') brackets++
      if (character === ']' && brackets > 0) brackets--
      if (brackets > MAX_DEPTH) return true
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
