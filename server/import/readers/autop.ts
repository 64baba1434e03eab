import { type HtmlTag, tagsIn } from '#server/text/scan/html-tags.ts'

/** Elements in which text is in paragraphs. */
const CONTAINERS = new Set(
  'div section article aside header footer main nav address blockquote fieldset form details figure center hgroup'.split(
    ' ',
  ),
)
/** Elements with text of their own. */
const TEXTS = new Set('p h1 h2 h3 h4 h5 h6 li td th dt dd figcaption caption summary legend'.split(' '))
const OTHERS = new Set(
  'ul ol dl table thead tbody tfoot tr colgroup col hr select option math map area iframe'.split(' '),
)
const isBlock = (name: string) => CONTAINERS.has(name) || TEXTS.has(name) || OTHERS.has(name)

/** Elements whose contents stay as they are. */
const WHOLES = new Set('pre script style textarea svg'.split(' '))
/** A comment without its end goes to the end of the text, as in browsers. */
const TAG = /<!--[\s\S]*?(?:-->|$)|<(\/?)([a-z][a-z0-9]*)\b[^<>]*>|\ufdd2\d+\ufdd2/gi
const BREAK = /(?:<br\s{0,9}\/?>[ \t]*(?:\n[ \t]*)?){2}/gi

/**
 * Returns the HTML that WordPress makes of text without paragraphs: blank lines end a paragraph, other line ends are breaks.
 * Code stays as it is.
 */
export function withParagraphs(source: string): string {
  const wholes: string[] = []
  const clean = source.replace(/[\ufdd0-\ufdef]/g, '').replace(/\r\n?/g, '\n')
  const text = replaceWholes(clean, (whole) => `\ufdd2${wholes.push(whole) - 1}\ufdd2`)
    .replace(/<[^<>]*>/g, (tag) => tag.replaceAll('\n', ' '))
    .replace(BREAK, '\n\n')
  const html: string[] = []
  const open: string[] = []
  let inline = ''
  const end = () => {
    html.push(paragraphsOf(inline, open.at(-1)))
    inline = ''
  }
  let copied = 0
  for (const { 0: tag, 1: slash, 2: name = '', index } of text.matchAll(TAG)) {
    const isWhole = tag.startsWith('\ufdd2')
    if (!isWhole && !isBlock(name.toLowerCase())) continue
    inline += text.slice(copied, index)
    copied = index + tag.length
    end()
    html.push(tag)
    if (slash === '/') closeOne(open, name.toLowerCase())
    else if (!isWhole && !tag.endsWith('/>') && name !== 'hr' && name !== 'col' && name !== 'area')
      open.push(name.toLowerCase())
  }
  inline += text.slice(copied)
  end()
  return html.join('').replace(/\ufdd2(\d+)\ufdd2/g, (_, index: string) => wholes[Number(index)] ?? '')
}

function replaceWholes(html: string, put: (whole: string) => string): string {
  let text = ''
  let copied = 0
  let open: HtmlTag | undefined
  for (const tag of tagsIn(html)) {
    if (!open && !tag.isClosing && WHOLES.has(tag.name)) open = tag
    if (open?.name !== tag.name || !tag.isClosing) continue
    text += html.slice(copied, open.start) + put(html.slice(open.start, tag.end))
    copied = tag.end
    open = undefined
  }
  return text + html.slice(copied)
}

/** An end tag also ends what is open inside of it. */
function closeOne(open: string[], name: string): void {
  const at = open.lastIndexOf(name)
  if (at !== -1) open.length = at
}

function paragraphsOf(text: string, parent: string | undefined): string {
  const trimmed = text.trim()
  if (trimmed === '' || (parent !== undefined && OTHERS.has(parent))) return text
  const pieces = trimmed.split(/\n[ \t]*\n\s*/)
  if (pieces.length === 1 && parent !== undefined && TEXTS.has(parent)) return withBreaks(trimmed)
  return pieces.map((piece) => paragraph(piece.trim())).join('\n')
}

const URL_ALONE = /^https?:\/\/[^\s<>"]+$/

/** A URL alone in its line is an embedded page. */
function paragraph(text: string): string {
  if (URL_ALONE.test(text)) return `<figure>${text}</figure>`
  if (/^(?:<!--[^>]*-->\s*)+$/.test(text)) return text
  return `<p>${withBreaks(text)}</p>`
}

const withBreaks = (text: string) =>
  text
    .split('\n')
    .map((line, index, all) =>
      index === all.length - 1 || /<br\s{0,3}\/?>$/i.test(line.trimEnd()) ? line : `${line.trimEnd()}<br>`,
    )
    .join('\n')
