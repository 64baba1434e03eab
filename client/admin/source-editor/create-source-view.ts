import {
  deleteLine,
  historyKeymap,
  indentWithTab,
  insertNewlineKeepIndent,
  moveLineDown,
  moveLineUp,
  redo,
  standardKeymap,
  undo,
} from '@codemirror/commands'
import { search, searchKeymap } from '@codemirror/search'
import { type ChangeSpec, EditorState, type Extension, Transaction } from '@codemirror/state'
import { EditorView, type KeyBinding, keymap } from '@codemirror/view'
import type { Messages } from '#client/admin/images/upload-queue.ts'
import type { BodyEditorProps, TextPosition } from '#client/admin/shared/body-editor.ts'
import { textDifferences } from '#client/admin/shared/differences.ts'
import { completion } from './completion.ts'
import { formatKeymap } from './format-commands.ts'
import { imageUploads } from './image-uploads.ts'
import { highlighted } from './languages.ts'
import { withLineEndsOf } from './line-ends.ts'
import { continueMarkup } from './list-continuation.ts'
import { offsetOf, problemMarks } from './problems.ts'
import { type SourceFormat, type Syntax, syntaxOf } from './source-format.ts'
import { theme } from './theme.ts'
import { undoHistory } from './undo-history.ts'

export type SourceProps = Omit<BodyEditorProps, 'format' | 'ref'> & { format: SourceFormat }

const PAUSE_MS = 300
/** Below the bars at the top of the window. */
const TOP = 200

type Options = {
  /** In a shadow root, CodeMirror adopts its style sheets: our Content-Security-Policy allows no `<style>`. */
  root: ShadowRoot
  label: string
  messages: Messages
  props: () => SourceProps
  onChange: (content: string) => void
}

export type SourceView = ReturnType<typeof createSourceView>

export function createSourceView({ root, label, messages, props, onChange }: Options) {
  const { content, format } = props()
  let timer: ReturnType<typeof setTimeout> | undefined

  const text = () => withLineEndsOf(content, view.state.doc.toString())
  /** Reports the text now. */
  function report(): string {
    clearTimeout(timer)
    const written = text()
    if (timer !== undefined) onChange(written)
    timer = undefined
    return written
  }
  const changes = EditorView.updateListener.of(({ docChanged, selectionSet, state }) => {
    if (docChanged || selectionSet) props().onCursor?.(state.doc.lineAt(state.selection.main.head).number)
    if (!docChanged) return
    props().onEdit?.()
    clearTimeout(timer)
    timer = setTimeout(report, PAUSE_MS)
  })

  const view = new EditorView({
    root,
    parent: root,
    state: EditorState.create({ doc: content, extensions: [changes, extensions(format, label, messages, props)] }),
  })

  return {
    view,
    flush: report,
    hasPending: () => timer !== undefined,
    /** Shows another text in place of `from`; false if that is not shown any more. Not a step to undo. */
    replace(next: string, from: string): boolean {
      if (text() !== from) return false
      const before = view.state.doc.toString()
      view.dispatch({
        changes: changesBetween(before, next.replaceAll('\r\n', '\n')),
        annotations: Transaction.addToHistory.of(false),
      })
      clearTimeout(timer)
      timer = undefined
      return true
    },
    goTo(line: number, column?: number): void {
      const anchor = offsetOf(view.state.doc, line, column)
      view.dispatch({ selection: { anchor }, effects: EditorView.scrollIntoView(anchor, { y: 'center' }) })
      view.focus()
    },
    position(): TextPosition {
      const { head } = view.state.selection.main
      const { from, number } = view.state.doc.lineAt(head)
      const block = view.lineBlockAtHeight(TOP - view.documentTop)
      const top = { line: view.state.doc.lineAt(block.from).number, y: block.top + view.documentTop }
      return { line: number, column: head - from + 1, top }
    },
    /** Puts the cursor there without taking the focus, and scrolls so that the same is at the top of the window. */
    goToPosition({ line, column, top }: TextPosition): void {
      view.dispatch({ selection: { anchor: offsetOf(view.state.doc, line, column) } })
      if (!top) return
      const scroll = () => {
        const block = view.lineBlockAt(offsetOf(view.state.doc, top.line))
        window.scrollBy(0, block.top + view.documentTop - top.y)
      }
      scroll()
      // Once the heights of the lines above are measured.
      requestAnimationFrame(scroll)
    },
    close(): void {
      clearTimeout(timer)
      view.destroy()
    },
  }
}

/** Only what differs, so that the cursor and the steps of the history keep their places in the text. */
export const changesBetween = (before: string, after: string): ChangeSpec[] =>
  textDifferences(before, after).map(({ from, to, start, end }) => ({ from, to, insert: after.slice(start, end) }))

function extensions(format: SourceFormat, label: string, messages: Messages, props: () => SourceProps): Extension {
  const syntax = syntaxOf(format)
  const attributes = { 'aria-label': label, spellcheck: String(format === 'md') }
  return [
    EditorView.contentAttributes.of(attributes),
    EditorView.lineWrapping,
    theme,
    highlighted(format),
    problemMarks,
    undoHistory(() => props().textHistory),
    search({ top: true, literal: true }),
    EditorState.phrases.of(phrases),
    syntax ? forPosts(format, syntax, messages, props) : [],
    keymap.of([...searchKeymap, ...selectionKeymap, ...lineKeymap, ...standardKeymap, indentWithTab]),
  ]
}

/** Ctrl/⌘+U returns to the selection of before. */
const selectionKeymap = historyKeymap.filter(({ run }) => run !== undo && run !== redo)

/** The names of the search panel, in the words of the visual editor. */
const phrases = {
  Replace: 'Replace with',
  next: 'Next',
  previous: 'Previous',
  all: 'Select all matches',
  'match case': 'Match case',
  regexp: 'Regular expression',
  'by word': 'Whole words',
  replace: 'Replace',
  'replace all': 'Replace all',
  close: 'Close find and replace',
}

/** Of the default keys, those that are for text. The others edit programs. */
const lineKeymap: readonly KeyBinding[] = [
  { key: 'Enter', run: insertNewlineKeepIndent, shift: insertNewlineKeepIndent },
  { key: 'Alt-ArrowUp', run: moveLineUp },
  { key: 'Alt-ArrowDown', run: moveLineDown },
  { key: 'Shift-Mod-k', run: deleteLine },
]

const forPosts = (format: SourceFormat, syntax: Syntax, messages: Messages, props: () => SourceProps): Extension => [
  completion({ format, syntax, props }),
  imageUploads({ ...messages, syntax, uploadImage: (file, onProgress) => props().uploadImage(file, onProgress) }),
  keymap.of([...formatKeymap(syntax), ...(format === 'md' ? [{ key: 'Enter', run: continueMarkup }] : [])]),
]
