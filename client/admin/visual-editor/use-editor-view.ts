import { EditorState, NodeSelection, type Transaction } from 'prosemirror-state'
import { EditorView } from 'prosemirror-view'
import { type RefObject, useEffect, useState } from 'react'
import type { BodyEditorHandle, BodyEditorProps, TextPosition } from '#client/admin/shared/body-editor.ts'
import { errorMessage } from '#client/admin/shared/errors.tsx'
import { BlockError } from '#client/admin/visual-editor/commands/block-error.ts'
import type { DocumentExchange } from '#client/admin/visual-editor/commands/document-exchange.ts'
import type { EditorHost } from '#client/admin/visual-editor/commands/editor-host.ts'
import { withLineAtEnd } from '#client/admin/visual-editor/commands/keep-structure.ts'
import { withReread } from '#client/admin/visual-editor/commands/replace-blocks.ts'
import { describeSelection } from '#client/admin/visual-editor/tools/status.ts'
import type { Tool } from '#client/admin/visual-editor/tools/tools.ts'
import { lineAtCursor } from './go-to-line.ts'
import { createNodeViews } from './node-views.ts'
import { createPlugins } from './plugins.ts'
import { replaceText, storedDocument } from './replace-text.ts'
import { startExchange } from './start-exchange.ts'
import { goToPosition, positionOf } from './text-position.ts'
import { isTyping } from './typing.ts'
import type { LoadedDocument } from './use-document.ts'

export type OpenedEditor = Pick<BodyEditorHandle, 'document' | 'replace'> & {
  view: EditorView
  exchange: DocumentExchange
  position: () => TextPosition
}

/** Their heights in pixels with that of the page's own bar, and a line of text. */
const BARS = { top: 180, right: 0, bottom: 100, left: 0 }

/** A key press renders nothing around the text. That follows when typing pauses. */
const TYPING_PAUSE_MS = 250

/** The element that says which keys lead to the tools. */
export const KEYS_HINT_ID = 'keys-of-editor'

type Options = {
  document: LoadedDocument
  props: RefObject<BodyEditorProps>
  host: EditorHost
  tools: readonly Tool[]
  mapDialog: (mapping: Transaction['mapping']) => void
}

/** Creates the editor in `mount` once. Its state is React state, so that the toolbar follows it, while typing after a pause. */
export function useEditorView(
  mount: RefObject<HTMLElement | null>,
  { document, props, host, tools, mapDialog }: Options,
) {
  const [opened, setOpened] = useState<OpenedEditor>()
  const [state, setState] = useState<EditorState>()
  const [unwritable, setUnwritable] = useState<BlockError>()

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    function showState(delayMs: number): void {
      clearTimeout(timer)
      if (delayMs === 0) setState(view.state)
      else timer = setTimeout(() => setState(view.state), delayMs)
    }
    const exchange = startExchange(document, props, {
      showReread(reread) {
        view.dispatch(withReread(view.state, reread))
        return view.state.doc
      },
      onRepaired: (messages) => host.warn([...new Set(messages)].join(' ')),
      onFailure: (error) => {
        const isOfBlock = error instanceof BlockError
        setUnwritable(isOfBlock ? error : undefined)
        props.current.onFailure(isOfBlock ? undefined : errorMessage(error))
      },
      onRecovery() {
        setUnwritable(undefined)
        props.current.onFailure(undefined)
      },
    })
    const view: EditorView = new EditorView(mount.current && { mount: mount.current }, {
      state: EditorState.create({
        doc: withLineAtEnd(document.newer ?? document.doc),
        plugins: createPlugins(host, tools, props.current.format),
      }),
      attributes: {
        role: 'textbox',
        translate: 'no',
        dir: 'auto',
        'aria-multiline': 'true',
        'aria-label': 'Content',
        'aria-describedby': KEYS_HINT_ID,
      },
      nodeViews: createNodeViews(host),
      // The toolbars above and below the text stay in the window.
      scrollThreshold: BARS,
      scrollMargin: BARS,
      dispatchTransaction(transaction) {
        const before = view.state
        const { state: after, transactions } = before.applyTransaction(transaction)
        view.updateState(after)
        showState(isTyping(before, after, transactions) ? TYPING_PAUSE_MS : 0)
        const isEdit = transactions.some(({ docChanged }) => docChanged)
        if (isEdit) {
          for (const { mapping } of transactions) mapDialog(mapping)
          exchange.changed(after.doc)
          props.current.onEdit?.()
        }
        if (transactions.some(({ selectionSet, docChanged }) => selectionSet || docChanged))
          props.current.onCursor?.(lineAtCursor(after, exchange.base()))
        // Screen readers read text that the cursor reaches, but not what is selected as a whole.
        const description = describeSelection(after)
        if ((isEdit || after.selection instanceof NodeSelection) && description !== describeSelection(before))
          host.announce(description)
      },
    })
    if (props.current.position) goToPosition(view, exchange.base(), props.current.position)
    if (document.newer) exchange.changed(view.state.doc)
    setOpened({
      view,
      exchange,
      position: () => positionOf(view, exchange.base()),
      document: () => storedDocument(exchange),
      replace: (content, from) => replaceText({ view, exchange, props }, content, from),
    })
    setState(view.state)
    return () => {
      clearTimeout(timer)
      exchange.stop()
      view.destroy()
    }
  }, [mount, document, props, host, tools, mapDialog])

  return opened && state && { ...opened, state, unwritable }
}
