import { Mark } from 'prosemirror-model'
import { hasMark, type Item, sameItem, sameItems } from './inline-items.ts'

/** How carefully a text is written. */
export type Care = {
  /** Escapes everything that could be a mark. */
  strict: boolean
  /** Spells delimiters, and the characters beside them, so that they are read next to punctuation and inside of words. */
  delimiters: boolean
  /** Marks that are written as tags, by the item that they begin at, because their delimiters were read as text. */
  tagged: Tagged
}
type Tagged = ReadonlyMap<Item, readonly Mark[]>

/** Some items of a text, and how they are written and the text is read again. */
export type Attempt = {
  items: readonly Item[]
  /** The whole text, which these items are a part of from here on. */
  all: readonly Item[]
  from: number
  write: (care: Care) => string
  read: (written: string) => readonly Item[] | undefined
}

const NONE: Tagged = new Map()
/** Each costs one reading of the text. */
const READINGS_MAX = 60

/** Returns the source of the items if the text is then read as it is. */
export function writeOnce({ all, write, read }: Attempt, care: Omit<Care, 'tagged'>): string | undefined {
  const written = write({ ...care, tagged: NONE })
  const found = read(written)
  return found && sameItems(found, all) ? written : undefined
}

/** The same, with as few tags as possible for marks whose delimiters Markdown does not read between these characters. */
export function writeTagged({ items, all, from, write, read }: Attempt, strict: boolean): string | undefined {
  const starts = startsOfMarks(items)
  let tagged: readonly Start[] = []
  let readings = 0

  /** The text, or the index of the first item that was read as another one. */
  function tryWith(some: readonly Start[]): string | number {
    readings++
    const byItem = Map.groupBy(some, ({ item }) => item)
    const marks = new Map([...byItem].map(([item, of]) => [item, of.map(({ mark }) => mark)]))
    const written = write({ strict, delimiters: true, tagged: marks })
    const found = read(written) ?? []
    const different = all.findIndex((item, index) => !sameItem(item, found[index]))
    return different === -1 && found.length === all.length ? written : different
  }

  for (;;) {
    const result = tryWith(tagged)
    if (typeof result === 'string') return result
    const left = starts.filter((start) => !tagged.includes(start))
    for (const start of left.toSorted((one, other) => one.length - other.length)) {
      const alone = readings < READINGS_MAX ? tryWith([...tagged, start]) : undefined
      if (typeof alone === 'string') return alone
    }
    const next = left.findLast(({ index }) => from + index <= result) ?? left[0]
    if (!next) return undefined
    tagged = readings < READINGS_MAX ? [...tagged, next] : starts
  }
}

type Start = { item: Item; mark: Mark; index: number; length: number }

/** A mark is written again where another one that it is inside of ends. */
function startsOfMarks(items: readonly Item[]): Start[] {
  return items.flatMap((item, index) => {
    if (Mark.sameSet(item.marks, items[index - 1]?.marks ?? Mark.none)) return []
    return item.marks.map((mark) => {
      let end = index
      while (hasMark(items[end], mark)) end++
      return { item, mark, index, length: end - index }
    })
  })
}
