import { isHistoryTransaction } from 'prosemirror-history'
import type { Node } from 'prosemirror-model'
import { Plugin, type Transaction } from 'prosemirror-state'
import { isList } from './lists.ts'

/** Joins lists of one type that an edit made adjacent: in Markdown they would be one list. Lists that the file keeps apart stay so. */
export const joinListsAtEdits = (): Plugin =>
  new Plugin({
    appendTransaction(transactions, _, { doc, tr }) {
      if (!transactions.some(({ docChanged }) => docChanged)) return null
      // What is undone was joined before, and what comes from the file is not joined there.
      if (transactions.some((one) => isHistoryTransaction(one) || one.getMeta('addToHistory') === false)) return null
      const boundaries = [...boundariesIn(doc, changedRanges(transactions))].sort((a, b) => b - a)
      for (const pos of boundaries) tr.join(pos)
      return boundaries.length > 0 ? tr : null
    },
  })

type Range = { from: number; to: number }

/** What the transactions changed, in positions of the newest document. */
export function changedRanges(transactions: readonly Transaction[]): Range[] {
  const maps = transactions.flatMap(({ mapping }) => mapping.maps)
  return maps.flatMap((map, index) => {
    const ranges: Range[] = []
    const later = maps.slice(index + 1)
    const mapped = (pos: number, side: number) => later.reduce((at, next) => next.map(at, side), pos)
    map.forEach((_, __, from, to) => {
      ranges.push({ from: mapped(from, -1), to: mapped(to, 1) })
    })
    return ranges
  })
}

function boundariesIn(doc: Node, ranges: readonly Range[]): Set<number> {
  const found = new Set<number>()
  for (const { from, to } of ranges) {
    const start = Math.max(0, from - 1)
    const end = Math.min(doc.content.size, to + 1)
    doc.nodesBetween(start, end, (node, pos, parent, index) => {
      const before = parent && index > 0 ? parent.child(index - 1) : undefined
      if (before && isList(node) && before.type === node.type && pos >= from && pos <= to) found.add(pos)
      return !node.isTextblock
    })
  }
  return found
}
