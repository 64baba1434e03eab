import { DOMSerializer, Fragment, type Node } from 'prosemirror-model'
import type { EditorState, Transaction } from 'prosemirror-state'
import { isBlankParagraph } from './document-exchange.ts'
import { schema } from './schema.ts'

const { paragraph, source_block } = schema.nodes

/** Replaces a block that cannot be written by its HTML as source. `index` counts the blocks that have a text form. */
export const showAsSource = (state: EditorState, index: number): Transaction =>
  replaceBlock(state, index, (block) => {
    const dom = DOMSerializer.fromSchema(schema).serializeNode(block)
    const text = dom instanceof Element ? dom.outerHTML : block.textContent
    return [source_block.create({ text })]
  })

/** Replaces it by its text: one paragraph for each block of text inside, without formatting. */
export const removeFormatting = (state: EditorState, index: number): Transaction =>
  replaceBlock(state, index, (block) => {
    const texts = block.isTextblock ? [block.textContent] : textsIn(block)
    return texts.filter((text) => text.trim() !== '').map((text) => paragraph.create(null, schema.text(text)))
  })

function textsIn(block: Node): string[] {
  const texts: string[] = []
  block.descendants((node) => {
    if (node.isTextblock) texts.push(node.textContent)
  })
  return texts
}

function replaceBlock({ doc, tr }: EditorState, index: number, replacement: (block: Node) => Node[]): Transaction {
  const target = doc.children.filter((block) => !isBlankParagraph(block))[index]
  doc.forEach((block, pos) => {
    if (block !== target) return
    const blocks = replacement(block)
    tr.replaceWith(pos, pos + block.nodeSize, Fragment.from(blocks.length > 0 ? blocks : [paragraph.create()]))
  })
  return tr.scrollIntoView()
}
