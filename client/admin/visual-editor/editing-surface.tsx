import type { Command } from 'prosemirror-state'
import { type Ref, useCallback, useEffect, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react'
import type { BodyEditorHandle, BodyEditorProps } from '#client/admin/shared/body-editor.ts'
import { finishText } from '#client/admin/visual-editor/commands/finish-text.ts'
import { EditorDialogs } from '#client/admin/visual-editor/dialogs/editor-dialogs.tsx'
import { SearchBar } from '#client/admin/visual-editor/dialogs/search-bar.tsx'
import { ContextBar } from '#client/admin/visual-editor/tools/context-bar.tsx'
import { runTool } from '#client/admin/visual-editor/tools/run-tool.ts'
import { SlashMenu } from '#client/admin/visual-editor/tools/slash-menu.tsx'
import { isSameStatus, toolbarStatus } from '#client/admin/visual-editor/tools/status.ts'
import { Toolbar } from '#client/admin/visual-editor/tools/toolbar.tsx'
import { createTools, type Tool } from '#client/admin/visual-editor/tools/tools.ts'
import { VisuallyHidden } from '#client/ui/base/visually-hidden.tsx'
import { Page, Top } from './editor.styles.ts'
import { EditorAlerts } from './editor-alerts.tsx'
import { goToFailure, goToLine } from './go-to-line.ts'
import type { LoadedDocument } from './use-document.ts'
import { useEditorHost } from './use-editor-host.ts'
import { KEYS_HINT_ID, useEditorView } from './use-editor-view.ts'
import { WordCount } from './word-count-line.tsx'

type SurfaceProps = Omit<BodyEditorProps, 'ref'> & { document: LoadedDocument; ref: Ref<BodyEditorHandle> }

/** The text with its toolbar, and all that opens around it. */
export function EditingSurface({ document, ref, ...rest }: SurfaceProps) {
  const props = useLatest(rest)
  const mount = useRef<HTMLDivElement>(null)
  const ui = useEditorHost(props, document.images)
  const { host } = ui
  const [tools] = useState(() => createTools(host, rest.format))
  const editor = useEditorView(mount, { document, props, host, tools: tools.all, mapDialog: ui.mapDialog })
  const status = useUnchanged(editor && toolbarStatus(editor.state, tools.all), isSameStatus)
  const view = editor?.view
  const perform = useCallback(
    (command: Command) => {
      if (view) command(view.state, view.dispatch, view)
    },
    [view],
  )
  const run = useCallback(
    (tool: Tool) => {
      perform(runTool(host, tool))
      // Tools that open a dialog leave the focus to it.
      if (!tool.opensDialog) view?.focus()
    },
    [perform, view, host],
  )
  const leave = useCallback(() => view?.focus(), [view])
  useEffect(() => {
    if (view) props.current.onReady?.()
  }, [view, props])

  useImperativeHandle(ref, () => ({
    flush: async () => {
      if (!editor) return rest.content
      await finishText(editor.view)
      return editor.exchange.flush().catch((error) => goToFailure(editor.view, error))
    },
    text: async () => editor?.exchange.flush() ?? rest.content,
    document: () => editor?.document(),
    replace: async (content, from) => editor?.replace(content, from) ?? false,
    hasPending: () => editor?.exchange.hasPending() ?? rest.newer !== undefined,
    focus: leave,
    position: () => editor?.position(),
    goTo: (line) => editor && goToLine(editor.view, editor.exchange.base(), line),
  }))

  return (
    <>
      <Top>
        {status && <Toolbar groups={tools.groups} status={status} onLeave={leave} run={run} />}
        {view && ui.isSearching && <SearchBar view={view} state={editor.state} onClose={ui.closeSearch} />}
        <EditorAlerts
          view={view}
          state={editor?.state}
          warning={ui.warning}
          onDismiss={ui.dismissWarning}
          unwritable={editor?.unwritable}
          lost={document.lost}
        />
      </Top>
      <Page ref={mount} />
      <VisuallyHidden id={KEYS_HINT_ID}>
        Press Alt+F10 to move to the toolbar, again for the tools below the text, and Escape to return. Type a slash for
        a menu of blocks.
      </VisuallyHidden>
      {view && <SlashMenu view={view} state={editor.state} tools={tools.all} host={host} />}
      {editor && <ContextBar state={editor.state} format={rest.format} host={host} perform={perform} onLeave={leave} />}
      {editor && <WordCount doc={editor.state.doc} format={rest.format} />}
      {view && ui.dialog && (
        <EditorDialogs dialog={ui.dialog} view={view} host={host} props={rest} onClosed={ui.closeDialog} />
      )}
      <VisuallyHidden role="status">
        {ui.spoken.message && <span key={ui.spoken.count}>{ui.spoken.message}</span>}
      </VisuallyHidden>
    </>
  )
}

/** A reference to the newest value, for what is created once. */
function useLatest<T>(value: T) {
  const latest = useRef(value)
  useLayoutEffect(() => {
    latest.current = value
  })
  return latest
}

/** The earlier value as long as it is the same, so that memoized components do not render again. */
function useUnchanged<T>(value: T | undefined, isSame: (a: T, b: T) => boolean): T | undefined {
  const [kept, setKept] = useState(value)
  if (kept !== undefined && value !== undefined && isSame(kept, value)) return kept
  if (kept !== value) setKept(value)
  return value
}
