import { decodeEntities } from './entities.ts'
import { attributesIn, type HtmlTag, tagsIn } from './html-tags.ts'

/** Elements that begin and end a line. */
const BLOCKS = new Set(
  `address article aside blockquote dd details div dl dt figcaption figure footer h1 h2 h3 h4 h5 h6 header hr li main ol p
  pre section summary table tbody tfoot thead tr ul`.split(/\s+/),
)

/** Returns what a reader sees of sanitized HTML, one line for each block: `• ` begins an item, ` | ` separates cells. */
export function readableText(html: string): string {
  let text = ''
  let end = 0
  let preformatted = 0
  const add = (raw: string) => {
    text += decodeEntities(preformatted > 0 ? raw : raw.replace(/\s+/g, ' '))
  }
  for (const tag of tagsIn(html)) {
    add(html.slice(end, tag.start))
    end = tag.end
    if (tag.name === 'pre') preformatted += tag.isClosing ? -1 : 1
    text += markOf(tag)
  }
  add(html.slice(end))
  // An item may begin with a paragraph.
  const lines = text.replace(/• \s+/g, '• ').split('\n').map(withoutOuterBlanks)
  return lines.flatMap((line) => (line.trim() === '' ? [] : [`${line}\n`])).join('')
}

/** Without one blank at the beginning, and without blanks at the end, nor the ` | ` after the last cell. */
function withoutOuterBlanks(line: string): string {
  const text = line.replace(/^ (?! )/, '')
  const trimmed = text.trimEnd()
  return trimmed.endsWith(' |') && trimmed !== text ? trimmed.slice(0, -2) : trimmed
}

function markOf({ name, isClosing, rest }: HtmlTag): string {
  if (name === 'li' && !isClosing) return '\n• '
  if (name === 'img') return `[Image: ${decodeEntities(attributesIn(rest).get('alt') ?? '')}]`
  if ((name === 'td' || name === 'th') && isClosing) return ' | '
  return BLOCKS.has(name) || name === 'br' ? '\n' : ''
}
