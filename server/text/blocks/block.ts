import type { Node } from 'prosemirror-model'
import type { ReadItems } from './inline-items.ts'
import type { SourceText } from './source-text.ts'

/** A node and where it is in the file. Offsets are those of the text with `\n` as line ends. */
export type Block = {
  node: Node
  from: number
  to: number
  /** Of a paragraph, a heading, a cell: its text. */
  text?: ReadItems
  /** Of a code block: its content. */
  code?: SourceText
  children?: Block[]
  /** What begins each new line inside, after what the containers around it add: `> `, or an indent. */
  inside?: string
  /** Where the attributes that can be edited alone are: the number of `#`, the mark in `[ ]`, the kind of a callout. */
  attribute?: { from: number; to: number }
  /** Of an HTML element: the name in both of its tags. */
  tagNames?: { from: number; to: number }[]
  /** Of a footnote in HTML: its number in tags. */
  numbers?: { from: number; to: number }[]
  /** Of a footnote in HTML: the section that it is in. */
  section?: { from: number; to: number }
  /** With the comments that belong to it, as WordPress writes them around its blocks. */
  outer?: { from: number; to: number }
  /** Of a list item: its bullet or number with the blanks after it, without the task's box. */
  marker?: string
  /** Not in the file: an empty container needs a paragraph to type in. */
  filler?: boolean
}

/** A file that was read. */
export type Parsed = { text: string; blocks: Block[] }
