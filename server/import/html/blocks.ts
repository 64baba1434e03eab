import type { BlockJson } from '#contract/document.ts'
import { leadingPlaceholder, placeholdersIn } from './placeholders.ts'
import type { Cleaning } from './raw.ts'

/** Replaces placeholders in blocks by what they stand for, and writes captions as Markdown does. */
export function toBlocks(blocks: readonly BlockJson[], cleaning: Cleaning): BlockJson[] {
  return blocks.map((block) => toBlock(block, cleaning))
}

function toBlock(block: BlockJson, cleaning: Cleaning): BlockJson {
  const { type, content = [] } = block
  if (type === 'paragraph') return paragraph(content, cleaning)
  if (type === 'blockquote') return quote(content, cleaning)
  if (type === 'figure') return figure({ ...block, content: inlineContent(content, cleaning) })
  if (type === 'list_item') return listItem(block, cleaning)
  if (type === 'code_block' || content.length === 0) return block
  const isText = content.some((node) => node.type === 'text' || node.type === 'source_inline' || node.marks)
  return { ...block, content: isText ? inlineContent(content, cleaning) : toBlocks(content, cleaning) }
}

function paragraph(content: readonly BlockJson[], cleaning: Cleaning): BlockJson {
  const [only, ...others] = content
  const raw = others.length === 0 && only?.text ? leadingPlaceholder(only.text, 'raw') : undefined
  if (raw) return { type: 'source_block', attrs: { text: cleaning.stored(raw.value) } }
  return { type: 'paragraph', content: inlineContent(content, cleaning) }
}

function inlineContent(content: readonly BlockJson[], cleaning: Cleaning): BlockJson[] {
  return content.flatMap((node): BlockJson[] => {
    if (node.type !== 'text' || !node.text) return [node]
    return placeholdersIn(node.text).flatMap((part): BlockJson[] => {
      if (typeof part === 'string') return [{ ...node, text: part }]
      const marks = node.marks ? { marks: node.marks } : {}
      if (part.kind === 'footnote') return [{ type: 'footnote_reference', attrs: { label: part.value }, ...marks }]
      return tagsOf(cleaning.stored(part.value)).map((text) => ({ type: 'source_inline', attrs: { text }, ...marks }))
    })
  })
}

/** Each tag is a piece of source in a text. */
const tagsOf = (source: string): string[] => source.match(/<[^<>]*>|[^<]+/g) ?? []

/** The first paragraph of a callout or a footnote says so. */
function quote(content: readonly BlockJson[], cleaning: Cleaning): BlockJson {
  const [first, ...rest] = content
  const text = first?.type === 'paragraph' ? (first.content?.[0]?.text ?? '') : ''
  const callout = leadingPlaceholder(text, 'callout')
  const definition = leadingPlaceholder(text, 'definition')
  const inside = toBlocks(rest, cleaning)
  const children = inside.length > 0 ? inside : [{ type: 'paragraph' }]
  if (callout) return { type: 'callout', attrs: { kind: callout.value }, content: children }
  if (definition) return { type: 'footnote_definition', attrs: { label: definition.value }, content: children }
  return { type: 'blockquote', content: toBlocks(content, cleaning) }
}

function listItem(block: BlockJson, cleaning: Cleaning): BlockJson {
  const [first, ...rest] = block.content ?? []
  const [start, ...others] = first?.content ?? []
  const task = start?.text ? leadingPlaceholder(start.text, 'task') : undefined
  if (!task || !first) return { ...block, content: toBlocks(block.content ?? [], cleaning) }
  const text = task.rest.trimStart()
  const content = text === '' ? others : [{ ...start, type: 'text', text }, ...others]
  const items = toBlocks([{ ...first, content }, ...rest], cleaning)
  return { type: 'list_item', attrs: { checked: task.value === 'x' }, content: items }
}

/** An image whose caption is its title, as long as the caption is plain text. */
function figure(block: BlockJson): BlockJson {
  const { src, alt } = block.attrs ?? {}
  const caption = block.content ?? []
  if (caption.some(({ type, marks }) => type !== 'text' || marks)) return block
  const title = caption.map(({ text = '' }) => text).join('')
  return { type: 'paragraph', content: [{ type: 'image', attrs: { src, alt, title: title || null } }] }
}
