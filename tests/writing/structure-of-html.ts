import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5'
import {
  figureLine,
  formula,
  image,
  isLink,
  leaf,
  line,
  lineBreak,
  linkName,
  namesOf,
  type Run,
} from './structure-lines.ts'

type HtmlNode = DefaultTreeAdapterTypes.ChildNode
type HtmlElement = DefaultTreeAdapterTypes.Element

const MARKS: Readonly<Record<string, string>> = {
  strong: 'strong',
  b: 'strong',
  em: 'em',
  i: 'em',
  del: 's',
  s: 's',
  code: 'code',
}
const INLINE = new Set('a strong b em i del s code br img sup span input math'.split(' '))

/** What a reader sees of rendered HTML, as `structureOfDocument`, by a parser that is not the site's. */
export function structureOfHtml(html: string): string[] {
  const lines: string[] = []

  /** Blocks, and texts between them as paragraphs. */
  function walkAll(nodes: readonly HtmlNode[], path: string): void {
    let text: HtmlNode[] = []
    const endText = () => {
      const runs = runsOf(text, [])
      if (runs.some(isShown)) lines.push(line(`${path}p`, runs))
      text = []
    }
    for (const node of nodes) {
      if (!isElement(node) || INLINE.has(node.tagName)) {
        text.push(node)
        continue
      }
      endText()
      walk(node, path)
    }
    endText()
  }

  function walk(node: HtmlElement, path: string): void {
    const { tagName, childNodes } = node
    const attributes = attributesOf(node)
    const children = childNodes.filter(isElement)
    switch (tagName) {
      case 'p':
        walkAll(childNodes, path)
        break
      case 'blockquote':
        walkAll(childNodes, `${path}quote>`)
        break
      case 'div':
        lines.push(`${path}${attributes['data-callout']}`)
        // The first paragraph is its name.
        walkAll(childNodes.slice(childNodes.findIndex(isElement) + 1), `${path}${attributes['data-callout']}>`)
        break
      case 'ul':
      case 'ol':
        for (const item of children) walkItem(item, `${path}${tagName === 'ul' ? 'ul' : `ol${attributes.start ?? 1}`}>`)
        break
      case 'pre':
        lines.push(`${path}pre ${JSON.stringify(textOf(node).trimEnd())}`)
        break
      case 'table':
        for (const row of children.flatMap((part) => part.childNodes.filter(isElement))) walkRow(row, `${path}table>`)
        break
      case 'hr':
        lines.push(`${path}hr`)
        break
      case 'figure': {
        const [picture, ...caption] = children.flatMap((child) =>
          runsOf(child.tagName === 'figcaption' ? child.childNodes : [child], []),
        )
        if (picture) lines.push(figureLine(path, picture, caption))
        break
      }
      case 'section':
        for (const [index, item] of (children[0]?.childNodes ?? []).filter(isElement).entries()) {
          lines.push(`footnote ${index + 1}`)
          walkAll(item.childNodes, 'footnote>')
        }
        break
      default:
        lines.push(line(`${path}${tagName}`, runsOf(childNodes, [])))
    }
  }

  function walkItem(item: HtmlElement, path: string): void {
    const box = boxOf(item)
    lines.push(`${path}li${box ? ('checked' in attributesOf(box) ? ' [x]' : ' [ ]') : ''}`)
    walkAll(item.childNodes, `${path}li>`)
  }

  function walkRow(row: HtmlElement, path: string): void {
    lines.push(`${path}tr`)
    for (const cell of row.childNodes.filter(isElement))
      lines.push(line(`${path}tr>${cell.tagName} ${attributesOf(cell).align ?? ''}`, runsOf(cell.childNodes, [])))
  }

  walkAll(parseFragment(html).childNodes, '')
  return lines
}

function runsOf(nodes: readonly HtmlNode[], marks: readonly string[]): Run[] {
  return nodes.flatMap((node): Run[] => {
    if ('value' in node) return [{ text: node.value, marks: namesOf(marks) }]
    if (!isElement(node)) return []
    const { href = '', title = null, src = '', alt = '', 'aria-label': label = '' } = attributesOf(node)
    switch (node.tagName) {
      case 'br':
        return [lineBreak]
      case 'input':
        return []
      case 'img':
        return [image(src, alt, title, namesOf(marks.filter(isLink)))]
      case 'sup':
        return [leaf(`footnote ${textOf(node)}`)]
      case 'math':
        return [formula]
    }
    if (label.startsWith('Back to')) return []
    if (node.tagName === 'code' && /^\$\$[^$]+\$\$$/.test(textOf(node))) return [formula]
    const mark = node.tagName === 'a' ? linkName(href, title) : MARKS[node.tagName]
    return runsOf(node.childNodes, mark ? [...marks, mark] : marks)
  })
}

function attributesOf(node: HtmlElement): Partial<Record<string, string>> {
  return Object.fromEntries(node.attrs.map(({ name, value }) => [name, value]))
}

const isElement = (node: HtmlNode): node is HtmlElement => 'tagName' in node
const isShown = ({ text }: Run) => /[^ \t\n]/.test(text)
const textOf = (node: HtmlNode): string =>
  'value' in node ? node.value : 'childNodes' in node ? node.childNodes.map(textOf).join('') : ''

/** The checkbox of a task, in its first paragraph or before its text. */
function boxOf(item: HtmlElement): HtmlElement | undefined {
  const [first] = item.childNodes.filter(isElement)
  if (first?.tagName !== 'p') return first?.tagName === 'input' ? first : undefined
  return first.childNodes.filter(isElement).find(({ tagName }) => tagName === 'input')
}
