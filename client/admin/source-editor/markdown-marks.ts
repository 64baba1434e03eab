import { RangeSetBuilder } from '@codemirror/state'
import { Decoration, type DecorationSet, type EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view'
import { codeLines } from './code-lines.ts'

/** The names of the outer groups are those of the colors. */
const MARKUP = new RegExp(
  [
    /(?<heading>^ {0,3}#{1,6}(?:\s.*)?$)/,
    // A rule, quote marks, the bullet or number of an item with the box of a task, an escape.
    /(?<sign>^\s*(?<rule>[-*_])(?:\s*\k<rule>){2,}\s*$|^\s*(?:>\s?)+|^\s*(?:[-*+]|\d{1,9}[.)])\s(?:\[[ xX]\]\s)?|\\[!-/:-@[-`{-~])/,
    /(?<code>(?<ticks>`+)(?!`).*?[^`]\k<ticks>(?!`))/,
    /(?<link>!?\[[^\]]*\](?:\([^()]*\)|\[[^\]]*\])|https?:\/\/[^\s<>()]+)/,
    /(?<strong>\*\*(?=\S).*?\S\*\*|__(?=\S).*?\S__)/,
    /(?<emphasis>\*(?=[^\s*])[^*]*\*|\b_(?=[^\s_])[^_]+_\b)/,
    /(?<strike>~~(?=\S).*?\S~~)/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'g',
)
/** Searching a line for pairs takes time by the square of its length. */
const COLORED_MAX = 2_000

const markOf = (name: string) => Decoration.mark({ class: `cm-md-${name}` })
const looks: Record<string, Decoration> = Object.fromEntries(
  ['heading', 'sign', 'code', 'link', 'strong', 'emphasis', 'strike'].map((name) => [name, markOf(name)]),
)

function colorsOf({ state: { doc }, visibleRanges }: EditorView): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>()
  const code = codeLines(doc)
  let done = 0
  for (const { from, to } of visibleRanges) {
    for (let { number } = doc.lineAt(from); number <= doc.lineAt(to).number; number++) {
      if (number <= done) continue
      done = number
      const line = doc.line(number)
      const whole = code.has(number) && looks.code
      if (whole && line.length > 0) builder.add(line.from, line.to, whole)
      if (whole) continue
      for (const { 0: text, index, groups = {} } of line.text.slice(0, COLORED_MAX).matchAll(MARKUP)) {
        const mark = looks[Object.keys(groups).find((name) => groups[name] !== undefined) ?? '']
        if (mark) builder.add(line.from + index, line.from + index + text.length, mark)
      }
    }
  }
  return builder.finish()
}

/** Colors Markdown. A parser (`@lezer/markdown`) would be 11 kB more, and types no faster. */
export const markdownMarks = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet

    constructor(view: EditorView) {
      this.decorations = colorsOf(view)
    }

    update({ docChanged, viewportChanged, view }: ViewUpdate) {
      if (docChanged || viewportChanged) this.decorations = colorsOf(view)
    }
  },
  { decorations: ({ decorations }) => decorations },
)
