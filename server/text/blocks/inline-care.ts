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
  /** Writes items as a text of their own. */
  writeAlone: (items: readonly Item[], care: Care) => string
  readAlone: (written: string) => readonly Item[] | undefined
}

const NONE: Tagged = new Map()

/** Returns the source of the items if the text is then read as it is. */
export function writeOnce({ all, write, read }: Attempt, care: Omit<Care, 'tagged'>): string | undefined {
  const written = write({ ...care, tagged: NONE })
  const found = read(written)
  return found && sameItems(found, all) ? written : undefined
}

/** The same, with few tags, for marks whose delimiters Markdown does not read between these characters. */
export function writeTagged(attempt: Attempt, strict: boolean): string | undefined {
  const { items, all, from, write, read } = attempt
  const starts = startsOfMarks(items)
  let tagged = inNeedOfTags(attempt, starts, strict)
  for (let step = 0; ; step++) {
    const written = write({ strict, delimiters: true, tagged: byItem(tagged) })
    const found = read(written) ?? []
    const different = all.findIndex((item, index) => !sameItem(item, found[index]))
    if (different === -1 && found.length === all.length) return written
    const left = starts.filter((start) => !tagged.includes(start))
    const next = left.findLast(({ index }) => from + index <= different) ?? left[0]
    if (!next) return undefined
    tagged = step < STEPS_MAX ? [...tagged, next] : starts
  }
}

/** Each costs one reading of the text. */
const STEPS_MAX = 10

type Start = { item: Item; mark: Mark; index: number; length: number }

const byItem = (starts: readonly Start[]): Tagged =>
  new Map([...Map.groupBy(starts, ({ item }) => item)].map(([item, of]) => [item, of.map(({ mark }) => mark)]))

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

/** Reading parts of a text until there are so many characters takes less than a second. */
const CHARACTERS_MAX = 500_000

/** Finds the marks that are not read between the words around them, each with as few characters as possible. */
function inNeedOfTags(attempt: Attempt, starts: readonly Start[], strict: boolean): readonly Start[] {
  const { items, writeAlone, readAlone } = attempt
  let tagged: readonly Start[] = []
  let characters = 0
  const isRead = (part: readonly Item[], more: readonly Start[]) => {
    characters += part.length
    const care = { strict, delimiters: true, tagged: byItem([...tagged, ...more]) }
    const found = readAlone(writeAlone(part, care))
    return found !== undefined && sameItems(found, part)
  }
  for (const [index, here] of Map.groupBy(starts, (start) => start.index)) {
    const part = withNeighbors(items, index, index + Math.max(...here.map(({ length }) => length)))
    if (characters > CHARACTERS_MAX || isRead(part, [])) continue
    const shortestFirst = here.toSorted((a, b) => a.length - b.length)
    const choices = [...shortestFirst.map((start) => [start]), shortestFirst]
    tagged = [...tagged, ...(choices.find((choice) => isRead(part, choice)) ?? [])]
  }
  return tagged
}

const NEIGHBORS = 12
const plain = (character: string): Item => ({ character, leaf: null, marks: Mark.none })

/** Items with those around them, between words, so that they are a text of their own. */
function withNeighbors(items: readonly Item[], from: number, to: number): Item[] {
  let start = Math.max(0, from - NEIGHBORS)
  let end = Math.min(items.length, to + NEIGHBORS)
  while (start < from && items[start]?.character.trim() === '') start++
  while (end > to && items[end - 1]?.character.trim() === '') end--
  return [plain('x'), plain(' '), ...items.slice(start, end), plain(' '), plain('x')]
}
