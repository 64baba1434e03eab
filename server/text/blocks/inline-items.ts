import { Fragment, Mark, type Node } from 'prosemirror-model'
import { schema } from './schema.ts'
import type { SourceText } from './source-text.ts'

/** One position of a text block: a character (a UTF-16 unit) or a leaf such as an image. */
export type Item = { character: string; leaf: Node | null; marks: readonly Mark[] }

/** The items of a text block that was read, and the range of each in `source.text`. An entity or a line break is one item. */
export type ReadItems = {
  source: SourceText
  items: Item[]
  from: number[]
  to: number[]
  /** In HTML, the tags of marks and leaves, with attributes that the document does not have. */
  spellings?: ReadonlyMap<string, string>
}

export function itemsOf(textBlock: Node): Item[] {
  const items: Item[] = []
  textBlock.forEach((child) => {
    if (!child.isText) items.push({ character: '', leaf: child, marks: child.marks })
    for (const character of child.text?.split('') ?? []) items.push({ character, leaf: null, marks: child.marks })
  })
  return items
}

export function contentOf(items: readonly Item[]): Fragment {
  const nodes: Node[] = []
  let text = ''
  let marks: readonly Mark[] = Mark.none
  const endText = () => {
    if (text) nodes.push(schema.text(text, marks))
    text = ''
  }
  for (const item of items) {
    if (item.leaf || !Mark.sameSet(item.marks, marks)) endText()
    marks = item.marks
    if (item.leaf) nodes.push(item.leaf.mark(item.marks))
    else text += item.character
  }
  endText()
  return Fragment.fromArray(nodes)
}

export const sameItem = (a: Item | undefined, b: Item | undefined): boolean =>
  a !== undefined &&
  b !== undefined &&
  a.character === b.character &&
  Mark.sameSet(a.marks, b.marks) &&
  (a.leaf === b.leaf || (a.leaf !== null && b.leaf !== null && a.leaf.eq(b.leaf)))

export const sameItems = (a: readonly Item[], b: readonly Item[]): boolean =>
  a.length === b.length && a.every((item, index) => sameItem(item, b[index]))

export const isBlank = (item: Item | undefined): boolean => item?.character === ' ' || item?.character === '\t'
export const hasMark = (item: Item | undefined, mark: Mark): boolean => item !== undefined && mark.isInSet(item.marks)
