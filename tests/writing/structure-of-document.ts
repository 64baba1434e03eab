import type { BlockJson } from '#contract/document.ts'
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

/** What a reader sees of a document of the editor, as one line for each text and container. */
export function structureOfDocument(blocks: readonly BlockJson[]): string[] {
  const lines: string[] = []
  const definitions = definitionsIn(blocks)
  const used: string[] = []

  function footnote(label: string, marks: string): Run {
    const key = label.toLowerCase()
    if (!definitions.has(key)) return { text: `[^${label}]`, marks }
    if (!used.includes(key)) used.push(key)
    return leaf(`footnote ${used.indexOf(key) + 1}`)
  }

  function runOf({ type, text = '', attrs = {}, marks = [] }: BlockJson): Run {
    const names = marks.map((mark) =>
      mark.type === 'link' ? linkOf(mark.attrs) : mark.type === 'strike' ? 's' : mark.type,
    )
    switch (type) {
      case 'text':
        return { text, marks: namesOf(names) }
      case 'hard_break':
        return lineBreak
      case 'image':
        return image(String(attrs.src), String(attrs.alt), titleOf(attrs), namesOf(names.filter(isLink)))
      case 'footnote_reference':
        return footnote(String(attrs.label), namesOf(names))
      default:
        return sourceRun(String(attrs.text), names)
    }
  }

  function walk(block: BlockJson, path: string): void {
    const { type, attrs = {}, content = [] } = block
    const runs = () => content.map(runOf)
    switch (type) {
      case 'paragraph':
        if (content.length > 0) lines.push(line(`${path}p`, runs()))
        break
      case 'heading':
        lines.push(line(`${path}h${Math.max(2, Number(attrs.level))}`, runs()))
        break
      case 'blockquote':
        walkAll(content, `${path}quote>`)
        break
      case 'callout':
        lines.push(`${path}${attrs.kind}`)
        walkAll(content, `${path}${attrs.kind}>`)
        break
      case 'bullet_list':
      case 'ordered_list':
        walkAll(content, `${path}${type === 'bullet_list' ? 'ul' : `ol${attrs.start}`}>`)
        break
      case 'list_item':
        lines.push(`${path}li${attrs.checked === null ? '' : attrs.checked ? ' [x]' : ' [ ]'}`)
        walkAll(content, `${path}li>`)
        break
      case 'code_block':
        lines.push(
          `${path}pre ${JSON.stringify(
            content
              .map(({ text }) => text)
              .join('')
              .trimEnd(),
          )}`,
        )
        break
      case 'table':
        walkAll(content, `${path}table>`)
        break
      case 'table_row':
        lines.push(`${path}tr`)
        walkAll(content, `${path}tr>`)
        break
      case 'table_header':
      case 'table_cell':
        lines.push(line(`${path}${type === 'table_header' ? 'th' : 'td'} ${attrs.align ?? ''}`, runs()))
        break
      case 'horizontal_rule':
        lines.push(`${path}hr`)
        break
      case 'figure':
        lines.push(figureLine(path, image(String(attrs.src), String(attrs.alt), titleOf(attrs)), runs()))
        break
      case 'source_block':
        lines.push(`${path}source ${attrs.text}`)
    }
  }

  function walkAll(all: readonly BlockJson[], path: string): void {
    for (const block of all) walk(block, path)
  }

  walkAll(blocks, '')
  for (const [index, label] of used.entries()) {
    lines.push(`footnote ${index + 1}`)
    walkAll(definitions.get(label)?.content ?? [], 'footnote>')
  }
  return lines
}

/** By label, the first one of each. */
function definitionsIn(blocks: readonly BlockJson[], found = new Map<string, BlockJson>()): Map<string, BlockJson> {
  for (const block of blocks) {
    const label = String(block.attrs?.label).toLowerCase()
    if (block.type === 'footnote_definition' && !found.has(label)) found.set(label, block)
    definitionsIn(block.content ?? [], found)
  }
  return found
}

type Attributes = Record<string, unknown>
const titleOf = ({ title }: Attributes): string | null => (typeof title === 'string' ? title : null)
const linkOf = (attrs: Attributes = {}) => linkName(String(attrs.href), titleOf(attrs))

/** Attribute lists are not shown, and other source as code. */
function sourceRun(text: string, names: readonly string[]): Run {
  if (text.startsWith('$$')) return formula
  if (/^\{(?:[:#.]|\w+=)/.test(text)) return { text: '', marks: '' }
  return { text, marks: namesOf([...names, 'code']) }
}
