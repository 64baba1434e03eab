import type { Command } from '@codemirror/view'
import { codeLines } from './code-lines.ts'

/** Quote marks and indent, the bullet or number, and the box of a task. */
const ITEM = /^((?:\s*>)*\s*)(?:([-*+])|(\d{1,9})([.)]))(\s+)(\[[ xX]\]\s+)?/
const QUOTE = /^\s*(?:>\s?)+/

/** Enter in a Markdown list or quote starts its next item or line; in an empty one, it ends the list or quote. */
export const continueMarkup: Command = ({ state, dispatch }) => {
  const { main, ranges } = state.selection
  const line = state.doc.lineAt(main.head)
  const prefix = ITEM.exec(line.text) ?? QUOTE.exec(line.text)
  if (!prefix || !main.empty || ranges.length > 1 || codeLines(state.doc).has(line.number)) return false
  if (main.head < line.from + prefix[0].length) return false
  const isEmpty = line.text.length === prefix[0].length
  const insert = isEmpty ? '' : `\n${nextPrefix(prefix)}`
  const from = isEmpty ? line.from : main.head
  dispatch(
    state.update({
      changes: { from, to: main.head, insert },
      selection: { anchor: from + insert.length },
      userEvent: 'input',
      scrollIntoView: true,
    }),
  )
  return true
}

function nextPrefix([whole, indent = '', bullet, number, end = '', space = ' ', task]: RegExpExecArray): string {
  const marker = bullet ?? (number === undefined ? undefined : `${Number(number) + 1}${end}`)
  return marker === undefined ? whole : `${indent}${marker}${space}${task ? '[ ] ' : ''}`
}
