import { type Diagnostic, setDiagnostics } from '@codemirror/lint'
import type { Text } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'
import type { TextProblem } from '#contract/writing.ts'

/** Underlines the problems. Those without a line are of other fields. */
export function showProblems(view: EditorView, problems: readonly TextProblem[]): void {
  const { doc } = view.state
  view.dispatch(
    setDiagnostics(
      view.state,
      problems.flatMap((one) => diagnosticOf(doc, one)),
    ),
  )
}

function diagnosticOf(doc: Text, { severity, message, line, column }: TextProblem): Diagnostic[] {
  if (line === undefined) return []
  return [{ ...rangeOf(doc, line, column), severity, message }]
}

/** The word at the column, or the whole line. */
function rangeOf(doc: Text, line: number, column: number | undefined): { from: number; to: number } {
  const start = offsetOf(doc, line, column)
  const { from, to, text } = doc.lineAt(start)
  const [word = ''] = column === undefined ? [] : (/^\S+/.exec(text.slice(start - from)) ?? [])
  return word === '' ? { from, to } : { from: start, to: start + word.length }
}

/** Line and column count from 1. A place after the end is the last one: the text may have changed since. */
export function offsetOf(doc: Text, line: number, column = 1): number {
  const { from, length } = doc.line(Math.min(Math.max(line, 1), doc.lines))
  return from + Math.min(Math.max(column - 1, 0), length)
}
