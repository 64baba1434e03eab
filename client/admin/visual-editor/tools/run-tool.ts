import type { Command } from 'prosemirror-state'
import type { EditorHost } from '#client/admin/visual-editor/commands/editor-host.ts'
import type { Tool } from './tools.ts'

/** The tool's command, which says what it did. */
export const runTool =
  (host: EditorHost, tool: Tool): Command =>
  (state, dispatch, view) =>
    tool.command(
      state,
      dispatch &&
        ((tr) => {
          dispatch(tr)
          if (tool.done) host.announce(tool.done)
          else if (tool.isActive && view) host.announce(`${tool.label} ${tool.isActive(view.state) ? 'on' : 'off'}.`)
        }),
      view,
    )
