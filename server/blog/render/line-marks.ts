import { parser } from '@lezer/html'
import type { PostFormat } from '#contract/post-form.ts'
import type { RenderOptions } from '#server/text/scan/render-options.ts'
import { markdownToHtml } from './markdown.ts'

/** HTML with marks before its top-level elements, which survive the sanitizer; `replace` turns them into `data-line`. */
export type MarkedHtml = { html: string; replace: (sanitized: string) => string }

/**
 * Marks the line that each top-level element begins at. The text is sanitized as a whole, because sanitized pieces could become
 * harmful when they are joined. The marks begin with random characters, so that no text can contain them.
 */
export function withLineMarks(format: PostFormat, source: string, options: RenderOptions = {}): MarkedHtml {
  const prefix = crypto.randomUUID()
  const mark = (line: number) => `<span title="${prefix}-${line}"></span>`
  const html = format === 'md' ? markdownToHtml(source, options, mark) : markElements(source, mark)
  return { html, replace: (sanitized) => asAttributes(sanitized, prefix) }
}

function markElements(html: string, mark: (line: number) => string): string {
  let marked = ''
  let copied = 0
  let line = 1
  for (let node = parser.parse(html).topNode.firstChild; node; node = node.nextSibling) {
    if (node.name !== 'Element') continue
    const before = html.slice(copied, node.from)
    line += before.split('\n').length - 1
    marked += before + mark(line)
    copied = node.from
  }
  return marked + html.slice(copied)
}

/**
 * The mark moves into the next tag; of several marks, the first one. The end tag of a paragraph may be between them. A mark
 * without an element, as before a text, is dropped.
 */
function asAttributes(html: string, prefix: string): string {
  const begin = `<span title="${prefix}-`
  const [before = '', ...pieces] = html.split(begin)
  let result = before
  let line: string | undefined
  for (const [index, piece] of pieces.entries()) {
    const [mark = '', number] = /^(\d+)"><\/span>/.exec(piece) ?? []
    const rest = piece.slice(mark.length)
    line ??= number
    const [tag] = /^\s*(?:<\/p>\s*)?<[a-z][a-z0-9]*/.exec(rest) ?? []
    const isFollowedByMark = rest.trim() === '' && index < pieces.length - 1
    result += tag === undefined || line === undefined ? rest : `${tag} data-line="${line}"${rest.slice(tag.length)}`
    if (!isFollowedByMark) line = undefined
  }
  return result
}
