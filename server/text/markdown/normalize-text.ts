import type { Mark } from 'prosemirror-model'
import { type Item, isBlank } from '#server/text/blocks/inline-items.ts'
import { is, type MarkName, markIs } from '#server/text/blocks/schema.ts'

/** Returns the items of a text block as Markdown can say them. */
export function normalizeText(items: readonly Item[]): Item[] {
  const single = items
    .map(asOneCharacter)
    .filter(({ leaf }) => !is(leaf ?? undefined, 'source_inline') || String(leaf?.attrs.text).trim() !== '')
  const marked = (['strike', 'em', 'strong', 'link'] as const).reduce<Item[]>(withoutMarkAtEnds, single)
  const first = marked.findIndex((item) => !isBlank(item))
  const end = marked.findLastIndex((item) => !isBlank(item)) + 1
  return marked.every((item) => isBlank(item) || isBreak(item)) ? [] : marked.slice(first, end)
}

const isBreak = ({ leaf }: Item) => is(leaf ?? undefined, 'hard_break')

/** A line break in a text is a space. Only characters can be code, and a footnote is a link itself. */
function asOneCharacter(item: Item): Item {
  if (/[\r\n]/.test(item.character)) return { ...item, character: ' ' }
  if (!item.leaf) return item
  const isFootnote = is(item.leaf, 'footnote_reference')
  return { ...item, marks: item.marks.filter((mark) => !markIs(mark, 'code') && !(isFootnote && markIs(mark, 'link'))) }
}

/** Marks cannot begin or end with a blank that is no code, and links not with a line break. */
function withoutMarkAtEnds(items: readonly Item[], name: MarkName): Item[] {
  const isLooseBlank = ({ character, marks }: Item) =>
    /^\s$/.test(character) && !marks.some((one) => markIs(one, 'code'))
  const cannotEnd = (item: Item) => isBreak(item) || (name !== 'link' && isLooseBlank(item))
  const strip = new Set<number>()
  const walk = (indexes: Iterable<number>) => {
    let inside: Mark | undefined
    for (const index of indexes) {
      const item = items[index]
      const mark = item?.marks.find((one) => markIs(one, name))
      if (item && mark && !(inside && mark.eq(inside)) && cannotEnd(item)) strip.add(index)
      else inside = mark
    }
  }
  walk(items.keys())
  walk([...items.keys()].reverse())
  return items.map((item, index) => (strip.has(index) ? { ...item, marks: without(item.marks, name) } : item))
}

const without = (marks: readonly Mark[], name: MarkName) => marks.filter((mark) => !markIs(mark, name))
