import type { Node } from 'prosemirror-model'
import type { Block, Parsed } from './block.ts'
import type { InlineFormat } from './inline-edit.ts'
import type { Edit } from './source-text.ts'

/** Where new blocks are written: in `parent`, or at the top, between siblings that stay or instead of a block. */
export type Place = {
  parent: Block | null
  previous?: Block | undefined
  next?: Block | undefined
  replaced?: Block
  strict: boolean
}

/** One of Markdown, MDX and HTML: how a file is read, and how blocks are written. Line breaks are `\n`, without what begins a line. */
export type Format<P extends Parsed> = {
  /** How the text is rendered. */
  rendersAs: 'md' | 'html'
  parse: (text: string) => P
  /** Returns blocks as a file can say them. `old`: the blocks of the file, which stay as they are. */
  normalize: (nodes: readonly Node[], old: readonly Node[]) => Node[]
  /** Follows blocks that others depend on: the definitions of links. */
  resolve?: (base: P, nodes: readonly Node[]) => { base: P; nodes: readonly Node[] }
  createWriter: (base: P) => Writer
  /** Puts blocks of the file and new ones into elements that a document does not have. */
  group?: (base: P, nodes: readonly Node[]) => { blocks: readonly Block[]; nodes: readonly Node[] }
}

export type Writer = {
  /** New children, each as its source. */
  writeBlocks: (nodes: readonly Node[], place: Place) => string[]
  /** A text block from the source of its text. */
  writeTextBlock: (node: Node, text: string) => string
  /** Between two children. */
  separator: (parent: Block | null, node: Node) => string
  /** Whether a text between two blocks surely separates them. */
  separates: (gap: string, parent: Block | null) => boolean
  inlineFormat: (block: Block, node: Node) => InlineFormat
  /** Edits for what differs in the attributes; `undefined` when the block must be written again. */
  editAttributes: (block: Block, node: Node) => Edit[] | undefined
  /** Edits for what a parent says in its first child: the number of a list. */
  editFirstChild: (child: Block, parent: Node) => Edit[]
  /** Content of a code block as it is written. */
  writeCode: (text: string) => string
  /** Whether there may be tags between blocks, which stay when the blocks go. */
  hasTagsBetween: boolean
}
