import type { PostFormat } from '#contract/post-form.ts'
import type { CheckedText } from '#server/text/scan/checked-text.ts'
import { assertHtmlDepth, UnrenderableContentError } from '#server/text/scan/nesting-limit.ts'
import type { RenderOptions } from '#server/text/scan/render-options.ts'
import { withAnchors, withoutAnchors } from './anchors.ts'
import { checkText } from './check-text.ts'
import { createHighlighter, withColoredCode } from './code.ts'
import { withDirections } from './directions.ts'
import { withLocalEmbeds } from './embeds.ts'
import { withLineMarks } from './line-marks.ts'
import { markdownToHtml } from './markdown.ts'
import { withHtmlMath } from './math.ts'
import { sanitize } from './sanitize.ts'
import { withBraces } from './template-text.ts'
import { withHtmlTemplates } from './templates.ts'

/** `withLines`: see `renderWithLines`. `isCheck`: asks for what only rendering knows, instead of HTML. */
export type RenderRequest = {
  format: PostFormat
  source: string
  options?: RenderOptions
  withLines?: boolean
  isCheck?: boolean
}
export type RenderResult = { html: string } | { checked: CheckedText } | { problem: string }

/**
 * Returns a post's source as HTML that is safe to put into a page. Takes milliseconds, and seconds for some texts: call it in
 * a worker. Throws `UnrenderableContentError` for Markdown whose HTML is nested too deeply.
 */
export function renderHtml(format: PostFormat, source: string, options: RenderOptions = {}): string {
  return toSafeHtml(format === 'md' ? markdownToHtml(source, options) : ownHtml(source, options), options)
}

/** HTML without what other systems would replace in it. */
function ownHtml(source: string, { math }: RenderOptions): string {
  const html = withHtmlTemplates(source)
  return math ? withHtmlMath(html) : html
}

/** The same with `data-line` on each top-level element: the line of the source that it begins at, from 1. */
export function renderWithLines(format: PostFormat, source: string, options: RenderOptions = {}): string {
  const { html, replace } = withLineMarks(format, format === 'md' ? source : ownHtml(source, options), options)
  return replace(toSafeHtml(html, options))
}

function toSafeHtml(html: string, { anchors = true }: RenderOptions): string {
  const colored = withColoredCode(withLocalEmbeds(html), createHighlighter())
  assertHtmlDepth(colored)
  const safe = withDirections(withBraces(withoutTopHeading(sanitize(colored))))
  return (anchors ? withAnchors : withoutAnchors)(safe)
}

/** The page has an `h1` already. In sanitized text, `<` starts a tag or is in an attribute, where this changes one digit. */
const withoutTopHeading = (html: string) => html.replace(/<(\/?)h1(?=[\s>])/g, '<$1h2')

/** Whatever the parsers throw, mostly a stack overflow, is caused by the text. */
function render({ format, source, options, withLines, isCheck }: RenderRequest): RenderResult {
  try {
    if (isCheck) return { checked: checkText(source, format, options ?? {}) }
    return { html: (withLines ? renderWithLines : renderHtml)(format, source, options) }
  } catch (error) {
    return { problem: error instanceof UnrenderableContentError ? error.message : 'This text could not be read.' }
  }
}

/** Each text leaves a document behind. Without this, the heap grows to three times of what is in use. */
const TEXTS_PER_COLLECTION = 100

function answerRequests(): void {
  let texts = 0
  addEventListener('message', ({ data }: MessageEvent<RenderRequest>) => {
    postMessage(render(data))
    if (++texts % TEXTS_PER_COLLECTION === 0) Bun.gc(true)
  })
  postMessage('ready')
}

if (!Bun.isMainThread) answerRequests()
