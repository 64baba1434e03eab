import { type EditorState, Plugin, PluginKey, type Transaction } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import { optionAfterKey, optionId } from '#client/admin/shared/use-listbox.ts'
import type { EditorHost } from '#client/admin/visual-editor/commands/editor-host.ts'
import { runTool } from './run-tool.ts'
import type { Tool } from './tools.ts'

/** The menu of a slash that was typed. */
export type SlashMenuState = {
  /** The position of the slash. */
  from: number
  /** What was typed after it. */
  typed: string
  /** Index of the current command. */
  current: number
}
type Change = { open: number } | { current: number } | 'close'

export const SLASH_MENU_ID = 'slash-menu'
const key = new PluginKey<SlashMenuState | null>('slash-menu')
const TYPED = /^\/([\p{L}\p{N} ]{0,24})$/u

export const slashMenuOf = (state: EditorState): SlashMenuState | null => key.getState(state) ?? null

/**
 * The commands that can run here and have the typed words in their names, or are found by them. Names that begin with them come
 * first, and what is rarely needed last.
 */
export function matchingTools(tools: readonly Tool[], state: EditorState): Tool[] {
  const typed = slashMenuOf(state)?.typed
  if (typed === undefined) return []
  const query = typed.trim().toLowerCase()
  const rank = ({ label, words = '' }: Tool) => {
    if (label.toLowerCase().startsWith(query)) return 0
    return `${label} ${words}`.toLowerCase().includes(query) ? 1 : 2
  }
  return tools
    .filter((tool) => tool.words !== undefined && rank(tool) < 2 && tool.command(state))
    .sort((a, b) => rank(a) - rank(b) || Number(a.isRare ?? false) - Number(b.isRare ?? false))
}

/** Offers commands after a slash at the beginning of a line or after a blank. */
export const slashMenu = (host: EditorHost, tools: readonly Tool[]): Plugin<SlashMenuState | null> =>
  new Plugin<SlashMenuState | null>({
    key,
    state: {
      init: () => null,
      apply: (tr, before) => nextState(tr, before),
    },
    props: {
      handleTextInput(view, from, to, text) {
        if (text !== '/' || !canOpenAt(view.state, from)) return false
        view.dispatch(view.state.tr.insertText('/', from, to).setMeta(key, { open: from } satisfies Change))
        return true
      },
      handleKeyDown(view, event) {
        const menu = slashMenuOf(view.state)
        const found = matchingTools(tools, view.state)
        if (!menu || found.length === 0 || event.isComposing) return false
        return pressKey(event.key, view, menu, found, (tool) => chooseTool(view, host, tool))
      },
      handleDOMEvents: {
        blur(view) {
          if (slashMenuOf(view.state)) view.dispatch(view.state.tr.setMeta(key, 'close' satisfies Change))
        },
      },
      attributes(state): Record<string, string> {
        const menu = slashMenuOf(state)
        if (!menu || matchingTools(tools, state).length === 0) return {}
        return { 'aria-controls': SLASH_MENU_ID, 'aria-activedescendant': optionId(SLASH_MENU_ID, menu.current) }
      },
    },
  })

function nextState(tr: Transaction, before: SlashMenuState | null): SlashMenuState | null {
  const change: Change | undefined = tr.getMeta(key)
  if (change === 'close') return null
  const from = change && 'open' in change ? change.open : before && tr.mapping.map(before.from, -1)
  if (typeof from !== 'number' || !tr.selection.empty) return null
  const { $head } = tr.selection
  if ($head.pos <= from || from < $head.start()) return null
  const typed = TYPED.exec(tr.doc.textBetween(from, $head.pos, ' ', '\ufffc'))?.[1]
  if (typed === undefined) return null
  if (change && 'current' in change) return { from, typed, current: change.current }
  return { from, typed, current: before?.typed === typed ? before.current : 0 }
}

function canOpenAt(state: EditorState, pos: number): boolean {
  const $pos = state.doc.resolve(pos)
  if (!$pos.parent.inlineContent || $pos.parent.type.spec.code) return false
  return /(?:^|\s)$/.test($pos.parent.textBetween(0, $pos.parentOffset, ' ', '\ufffc'))
}

type Choose = (tool: Tool) => void

function pressKey(
  pressed: string,
  view: EditorView,
  menu: SlashMenuState,
  found: readonly Tool[],
  choose: Choose,
): boolean {
  const change = (next: Change) => view.dispatch(view.state.tr.setMeta(key, next))
  const next = optionAfterKey(pressed, menu.current, found.length)
  const current = found[menu.current]
  if (next !== undefined) change({ current: next })
  else if (pressed === 'Escape') change('close')
  else if ((pressed === 'Enter' || pressed === 'Tab') && current) choose(current)
  else return false
  return true
}

/** Replaces what was typed by the command. */
export function chooseTool(view: EditorView, host: EditorHost, tool: Tool): void {
  const menu = slashMenuOf(view.state)
  if (menu) view.dispatch(view.state.tr.delete(menu.from, view.state.selection.head).setMeta(key, 'close'))
  runTool(host, tool)(view.state, view.dispatch, view)
}
