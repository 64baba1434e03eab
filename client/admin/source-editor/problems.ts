import { type Range, StateEffect, StateField, type Text } from '@codemirror/state'
import { Decoration, type DecorationSet, EditorView } from '@codemirror/view'
import type { TextProblem } from '#contract/writing.ts'

const shown = StateEffect.define<readonly TextProblem[]>()

/** Underlines problems. The page lists them with their messages. */
export const problemMarks = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(before, { changes, effects, newDoc }) {
    let next = before.map(changes)
    for (const effect of effects) {
      if (effect.is(shown))
        next = Decoration.set(
          effect.value.flatMap((one) => markOf(newDoc, one)),
          true,
        )
    }
    return next
  },
  provide: (field) => EditorView.decorations.from(field),
})

/** Underlines these instead of earlier ones. Those without a line are of other fields. */
export function showProblems(view: EditorView, problems: readonly TextProblem[]): void {
  view.dispatch({ effects: shown.of(problems) })
}

function markOf(doc: Text, { severity, message, line, column }: TextProblem): Range<Decoration>[] {
  if (line === undefined) return []
  const { from, to } = rangeOf(doc, line, column)
  const decoration = { class: `cm-problem-${severity}`, attributes: { title: message } }
  return [
    from === to
      ? Decoration.line(decoration).range(doc.lineAt(from).from)
      : Decoration.mark(decoration).range(from, to),
  ]
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
