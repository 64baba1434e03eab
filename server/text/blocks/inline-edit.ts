import { Mark } from 'prosemirror-model'
import { type Attempt, type Care, writeOnce, writeTagged } from './inline-care.ts'
import { type Item, isBlank, type ReadItems, sameItem, sameItems } from './inline-items.ts'
import type { Edit } from './source-text.ts'

/** How a text is written and read again. `before` and `after` are the source around it, `open` the marks that are open there. */
export type InlineFormat = {
  write: (items: readonly Item[], place: { before: string; after: string; open: readonly Mark[] }, care: Care) => string
  /** The items of a whole text; `undefined` when it is not one text block any more. */
  read: (text: string) => readonly Item[] | undefined
}

/** A range of old items, and the new items in its place. */
type Span = { from: number; to: number; items: readonly Item[] }
type Boundary = { at: number; open: readonly Mark[] }

/** The smallest edit of `old.source.text` that is read as `items`; `undefined` when none is. */
export function editInline(
  old: ReadItems,
  items: readonly Item[],
  format: InlineFormat,
  strict: boolean,
): Edit | undefined {
  if (sameItems(old.items, items)) return { from: 0, to: 0, insert: '' }
  const ranges = spans(old, items)
  const parts = ranges.slice(0, -1)
  const whole = ranges.slice(-1)
  return (strict ? undefined : spell(false)) ?? spell(true)

  function spell(isStrict: boolean): Edit | undefined {
    const once = (delimiters: boolean) => (attempt: Attempt) => writeOnce(attempt, { strict: isStrict, delimiters })
    const tagged = (attempt: Attempt) => writeTagged(attempt, isStrict)
    return (
      (isStrict ? undefined : edit(ranges, once(false))) ??
      edit(parts, once(true)) ??
      edit(parts, tagged) ??
      edit(whole, tagged)
    )
  }

  function edit(spans: readonly Span[], write: (attempt: Attempt) => string | undefined): Edit | undefined {
    const { text } = old.source
    for (const span of spans) {
      for (const { left, right } of boundaries(old, span)) {
        const place = { before: text.slice(0, left.at), after: text.slice(right.at), open: left.open }
        const insert = write({
          items: span.items,
          all: items,
          from: span.from,
          write: (care) => format.write(span.items, place, care),
          read: (written) => format.read(place.before + written + place.after),
          writeAlone: (alone, care) => format.write(alone, { before: '', after: '', open: Mark.none }, care),
          readAlone: format.read,
        })
        if (insert !== undefined) return { from: left.at, to: right.at, insert }
      }
    }
    return undefined
  }
}

/** From what differs, to where no mark is open, to the words around, to everything. */
function spans(old: ReadItems, items: readonly Item[]): Span[] {
  const all = { from: 0, to: old.items.length }
  const differing = narrowest(old.items, items)
  const unmarked = widened(old.items, differing, (index) => !marksContinue(old.items, index))
  const words = widened(old.items, unmarked, (index) => !marksContinue(old.items, index) && atWordEnd(old.items, index))
  const shift = items.length - old.items.length
  const ranges = [differing, unmarked, words, all].filter(
    (range, index, list) => list.findIndex((one) => one.from === range.from && one.to === range.to) === index,
  )
  return ranges.map(({ from, to }) => ({ from, to, items: items.slice(from, to + shift) }))
}

type Range = { from: number; to: number }

function narrowest(old: readonly Item[], items: readonly Item[]): Range {
  const shorter = Math.min(old.length, items.length)
  let from = 0
  while (from < shorter && sameItem(old[from], items[from])) from++
  let end = 0
  while (end < shorter - from && sameItem(old.at(-1 - end), items.at(-1 - end))) end++
  if (isLowSurrogate(old[from]) || isLowSurrogate(items[from])) from = Math.max(0, from - 1)
  if (end > 0 && (isLowSurrogate(old.at(-end)) || isLowSurrogate(items.at(-end)))) end--
  return { from, to: old.length - end }
}

const isLowSurrogate = (item: Item | undefined) => /^[\udc00-\udfff]$/.test(item?.character ?? '')

function widened(items: readonly Item[], { from, to }: Range, isEnd: (index: number) => boolean): Range {
  let start = from
  let end = to
  while (start > 0 && !isEnd(start)) start--
  while (end < items.length && !isEnd(end)) end++
  return { from: start, to: end }
}

/** Whether a mark is open between this item and the one before. */
function marksContinue(items: readonly Item[], index: number): boolean {
  const before = items[index - 1]?.marks ?? []
  return before.some((mark) => mark.isInSet(items[index]?.marks ?? []))
}

const atWordEnd = (items: readonly Item[], index: number) => isBlank(items[index]) || isBlank(items[index - 1])

/** The places in the source where a span may begin and end, inside and outside of the marks at its ends. */
function boundaries(old: ReadItems, { from, to, items }: Span): { left: Boundary; right: Boundary }[] {
  const { source, from: starts, to: ends } = old
  const inner = (index: number): Boundary => ({ at: starts[index] ?? 0, open: old.items[index]?.marks ?? Mark.none })
  const outer = (index: number): Boundary => ({ at: ends[index] ?? 0, open: old.items[index]?.marks ?? Mark.none })
  const textStart = { at: starts[0] ?? 0, open: Mark.none }
  const textEnd = { at: ends.at(-1) ?? source.text.length, open: Mark.none }
  const before = from === 0 ? textStart : outer(from - 1)
  const after = to === old.items.length ? textEnd : inner(to)
  // Marks that begin or end with the text are around its first or last item.
  const { text } = source
  const blanks = text.length - text.trimStart().length
  const wholeStart = { at: old.items[0]?.marks.length ? blanks : textStart.at, open: Mark.none }
  const wholeEnd = { at: old.items.at(-1)?.marks.length ? text.trimEnd().length : textEnd.at, open: Mark.none }
  const atStart = from === 0 ? wholeStart : before
  const atEnd = to === old.items.length ? wholeEnd : after
  // An insertion at an end of the text may be outside of the marks there.
  const lefts = from < to ? [inner(from), atStart] : [atStart, after, atEnd]
  const rights = from < to ? [outer(to - 1), atEnd] : [atEnd, before, atStart]
  return lefts
    .flatMap((left) => rights.map((right) => ({ left, right })))
    .filter(({ left, right }) => left.at <= right.at && Mark.sameSet(left.open, right.open))
    .filter(({ left }) => items.every(({ marks }) => left.open.every((mark) => mark.isInSet(marks))))
    .toSorted((a, b) => b.left.open.length - a.left.open.length || a.right.at - a.left.at - (b.right.at - b.left.at))
}
