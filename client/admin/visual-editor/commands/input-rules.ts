import { InputRule, inputRules, textblockTypeInputRule, wrappingInputRule } from 'prosemirror-inputrules'
import type { Mark, MarkType } from 'prosemirror-model'
import { type Command, type EditorState, Plugin, PluginKey, TextSelection, type Transaction } from 'prosemirror-state'
import { type CalloutKind, calloutKinds } from '#contract/document.ts'
import { insertBlock } from './block-commands.ts'
import { linkFromTyped } from './safe-urls.ts'
import { schema } from './schema.ts'

const { heading, blockquote, callout, bullet_list, ordered_list, list_item, code_block, horizontal_rule } = schema.nodes
const { strong, em, code, strike, link } = schema.marks

/** Markdown that becomes formatting while it is typed. `undoShortcut` takes the formatting back right afterwards. */
export function markdownInputRules(): Plugin[] {
  const rules = createRules()
  return [rules, lastShortcut(rules)]
}

const createRules = (): Plugin =>
  inputRules({
    rules: [
      textblockTypeInputRule(/^(#{1,6})\s$/, heading, ([, marks = '']) => ({ level: marks.length })),
      // Not joined to a quote above: it may become a callout.
      wrappingInputRule(/^\s*>\s$/, blockquote, null, () => false),
      wrappingInputRule(/^\s*[-+*]\s$/, bullet_list),
      wrappingInputRule(
        /^(\d{1,9})[.)]\s$/,
        ordered_list,
        ([, start]) => ({ start: Number(start) }),
        ([, start], { childCount, attrs }) => childCount + attrs.start === Number(start),
      ),
      textblockTypeInputRule(/^(?:```|~~~)(\S*)\s$/, code_block, ([, language]) => ({ language })),
      new InputRule(/^\[([ xX]?)\]\s$/, (state, [, mark = ''], from, to) =>
        makeTask(state, from, to, mark.trim() !== ''),
      ),
      new InputRule(/^\[!(\w+)\]\s$/, (state, [, name = ''], from, to) => makeCallout(state, from, to, name)),
      new InputRule(/^(?:---|\*\*\*|___)$/, insertRule),
      linkRule,
      markRule(/(?:^|[^*])(\*\*([^*\s](?:[^*]*[^*\s])?)\*\*)$/, strong),
      markRule(/(?:^|[^_\w])(__([^_\s](?:[^_]*[^_\s])?)__)$/, strong),
      markRule(/(?:^|[^*])(\*([^*\s](?:[^*]*[^*\s])?)\*)$/, em),
      markRule(/(?:^|[^_\w])(_([^_\s](?:[^_]*[^_\s])?)_)$/, em),
      markRule(/(?:^|[^~])(~~([^~\s](?:[^~]*[^~\s])?)~~)$/, strike),
      markRule(/(?:^|[^`])(`([^`]+)`)$/, code),
    ],
  })

type Shortcut = { from: number; to: number; text: string; transactions: readonly Transaction[] }

const shortcutKey = new PluginKey<Shortcut | null>('last-shortcut')

/**
 * Remembers the last change while it is a shortcut, with what other plugins append to it: `undoInputRule` of the library takes
 * that for a change of its own.
 */
const lastShortcut = (rules: Plugin): Plugin<Shortcut | null> =>
  new Plugin<Shortcut | null>({
    key: shortcutKey,
    state: {
      init: () => null,
      apply(tr, last) {
        const typed: Omit<Shortcut, 'transactions'> | undefined = tr.getMeta(rules)
        if (typed) return { ...typed, transactions: [tr] }
        if (!tr.docChanged && !tr.selectionSet) return last
        const isAppended = last && tr.getMeta('appendedTransaction') === last.transactions[0]
        return isAppended ? { ...last, transactions: [...last.transactions, tr] } : null
      },
    },
  })

/** Backspace after a shortcut: what was typed is text. */
export const undoShortcut: Command = (state, dispatch) => {
  const last = shortcutKey.getState(state)
  if (!last) return false
  if (!dispatch) return true
  const { tr } = state
  for (const { steps, docs } of last.transactions.toReversed())
    for (const [index, step] of [...steps.entries()].toReversed()) {
      const before = docs[index]
      if (before) tr.step(step.invert(before))
    }
  tr.insertText(last.text, last.from, last.to)
  dispatch(tr.setSelection(TextSelection.create(tr.doc, last.from + last.text.length)).scrollIntoView())
  return true
}

/** The pattern's first group is the text with its signs, the second one the text. */
const markRule = (pattern: RegExp, type: MarkType): InputRule =>
  new InputRule(pattern, (state, match, from, to) => markTyped(state, match, from, to, type.create()), {
    inCodeMark: false,
  })

function markTyped(
  state: EditorState,
  match: RegExpMatchArray,
  from: number,
  to: number,
  mark: Mark,
): Transaction | null {
  const [all, whole = '', text = ''] = match
  const start = from + all.length - whole.length
  const textStart = start + whole.indexOf(text)
  const present = state.doc.textBetween(from, to, null, '\ufffc')
  // What is typed over a selection or corrected by the browser stays text.
  if (!all.startsWith(present)) return null
  if (!state.doc.resolve(start).parent.type.allowsMarkType(mark.type)) return null
  // The last sign is not in the document yet, nor is anything else that a phone inserts at once.
  const tr = state.tr.insertText(all.slice(present.length), to)
  tr.delete(textStart + text.length, from + all.length).delete(start, textStart)
  return tr.addMark(start, start + text.length, mark).removeStoredMark(mark)
}

const linkRule = new InputRule(
  /(?:^|[^!])(\[([^[\]]+)\]\(([^()\s]+)\))$/,
  (state, match, from, to) => {
    const href = linkFromTyped(match[3] ?? '')
    return href === undefined ? null : markTyped(state, match, from, to, link.create({ href }))
  },
  { inCodeMark: false },
)

function insertRule(state: EditorState, _: RegExpMatchArray, from: number, to: number): Transaction | null {
  if (state.doc.resolve(from).depth !== 1) return null
  const tr = state.tr.delete(from, to)
  insertBlock(tr, horizontal_rule.create())
  return tr
}

/** In an item, the item becomes a task; elsewhere the line becomes a list with one task. */
function makeTask(state: EditorState, from: number, to: number, checked: boolean): Transaction | null {
  const tr = state.tr.delete(from, to)
  const $from = tr.doc.resolve(from)
  if ($from.node(-1)?.type === list_item && $from.index(-1) === 0)
    return tr.setNodeAttribute($from.before(-1), 'checked', checked)
  const range = $from.blockRange()
  if (!range || !$from.node(-1).canReplaceWith($from.index(-1), $from.indexAfter(-1), bullet_list)) return null
  return tr.wrap(range, [{ type: bullet_list }, { type: list_item, attrs: { checked } }])
}

/** `[!TIP] ` as the first words of a quote, as Markdown writes callouts. */
function makeCallout(state: EditorState, from: number, to: number, name: string): Transaction | null {
  const $from = state.doc.resolve(from)
  const kind: CalloutKind | undefined = calloutKinds.find((one) => one === name.toLowerCase())
  if (!kind || $from.node(-1)?.type !== blockquote || $from.index(-1) !== 0) return null
  return state.tr.delete(from, to).setNodeMarkup($from.before(-1), callout, { kind })
}
