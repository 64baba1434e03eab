import { type Attrs, type Fragment, type Mark, type Node, type NodeSpec, Schema } from 'prosemirror-model'
import { documentSpec } from '#contract/document.ts'

/** The footnotes of HTML are in one element, which no document has: it is only around them while a text is written. */
const footnotes: NodeSpec = { content: 'footnote_definition*' }
const nodes = { ...documentSpec.nodes, footnotes }

export const schema = new Schema({ ...documentSpec, nodes })

export type NodeName = keyof typeof nodes
export type MarkName = keyof typeof documentSpec.marks

type Content = Fragment | Node | readonly Node[] | null

export const createNode = (name: NodeName, attrs: Attrs | null = null, content: Content = null): Node =>
  schema.nodes[name].create(attrs, content)

export const createMark = (name: MarkName, attrs: Attrs | null = null): Mark => schema.marks[name].create(attrs)

export const childrenOf = (node: Node): readonly Node[] => node.content.content

export const is = (node: Node | undefined, ...names: NodeName[]): boolean =>
  node !== undefined && names.some((name) => node.type === schema.nodes[name])

export const markIs = (mark: Mark, name: MarkName): boolean => mark.type === schema.marks[name]
