import { isScalar, type Scalar, type YAMLSeq } from 'yaml'
import { columnOf, type Edit, flowRemoval, flowSpans, lineEnd, lineStart } from './text-edits.ts'
import { blockValue, flowValue } from './yaml-value.ts'

type Item = Scalar.Parsed

/**
 * The edits that make a list in the text hold `values`: an item that stays keeps its line, its quotes and the comment beside
 * it. `undefined` for a list that is no plain list of words: then it is written anew.
 */
export function setList(text: string, list: YAMLSeq.Parsed, values: readonly unknown[]): Edit[] | undefined {
  const items = list.items.filter((item): item is Item => isScalar(item))
  if (items.length === 0 || items.length < list.items.length) return undefined
  if (items.some(({ range }) => text.slice(range[0], range[1]).includes('\n'))) return undefined
  if (list.flow) return flowEdits(items, values)
  return items.every((item) => isOnItsLine(text, item)) ? blockEdits(text, items, values) : undefined
}

/** What is alike at both ends stays; in between, words take the places of words, and the rest is added or taken away. */
function changedPart(items: readonly Item[], values: readonly unknown[]) {
  const same = (at: number, wanted: unknown) => items[at] !== undefined && wordOf(items[at]) === wanted
  let from = 0
  while (from < values.length && same(from, values[from])) from++
  let alike = 0
  const rest = Math.min(items.length, values.length) - from
  while (alike < rest && same(items.length - 1 - alike, values[values.length - 1 - alike])) alike++
  return { from, to: items.length - alike, words: values.slice(from, values.length - alike) }
}

const wordOf = ({ value, source }: Item) => (typeof value === 'string' ? value : source)

/** A line with a hyphen and the word; anything else is too special to be edited line by line. */
const isOnItsLine = (text: string, { range }: Item) =>
  /^[ \t]*-[ \t]+(?:[&!]\S*[ \t]+)*$/.test(text.slice(lineStart(text, range[0]), range[0]))

function replacements(
  items: readonly Item[],
  from: number,
  words: readonly unknown[],
  write: typeof flowValue,
): Edit[] {
  return words.flatMap((word, at) => {
    const item = items[from + at]
    return item ? [{ start: item.range[0], end: item.range[1], text: write(word, item) }] : []
  })
}

function blockEdits(text: string, items: readonly Item[], values: readonly unknown[]): Edit[] {
  const { from, to, words } = changedPart(items, values)
  const there = Math.min(words.length, to - from)
  const edits = replacements(items, from, words.slice(0, there), (word, item) => blockValue(word, item, '', ''))
  for (const { range } of items.slice(from + there, to)) {
    edits.push({ start: lineStart(text, range[0]), end: lineEnd(text, range[1]), text: '' })
  }
  const above = items[from + there - 1]
  const at = above ? lineEnd(text, above.range[1]) : lineStart(text, items[0]?.range[0] ?? 0)
  const dash = dashOf(text, above ?? items[0])
  const added = words.slice(there).map((word) => `${dash}${blockValue(word, null, '', '')}\n`)
  if (added.length > 0) edits.push({ start: at, end: at, text: added.join('') })
  return edits
}

function dashOf(text: string, item: Item | undefined): string {
  if (!item) return '- '
  const line = text.slice(item.range[0] - columnOf(text, item.range[0]), item.range[0])
  return /^[ \t]*-[ \t]+/.exec(line)?.[0] ?? '- '
}

function flowEdits(items: readonly Item[], values: readonly unknown[]): Edit[] {
  const { from, to, words } = changedPart(items, values)
  const there = Math.min(words.length, to - from)
  const edits = replacements(items, from, words.slice(0, there), flowValue)
  if (from + there < to) edits.push(flowRemoval(flowSpans([...items]), from + there, to))
  const added = words.slice(there).map((word) => flowValue(word, null))
  if (added.length === 0) return edits
  const above = items[from + there - 1]?.range[1]
  const below = items[0]?.range[0] ?? 0
  edits.push(
    above === undefined
      ? { start: below, end: below, text: `${added.join(', ')}, ` }
      : { start: above, end: above, text: `, ${added.join(', ')}` },
  )
  return edits
}
