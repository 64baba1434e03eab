import type { EditorView } from 'prosemirror-view'
import type { VisualState } from './visual-state.ts'

/** A clipboard with texts by their type; `plain` and `html` for the usual ones. */
export const clipboardOf = ({ plain = '', html = '', ...others }: Record<string, string>): DataTransfer =>
  ({
    getData: (type: string) => ({ ...others, 'text/plain': plain, 'text/html': html })[type] ?? '',
  }) as unknown as DataTransfer

/** What pasting uses of the view of an editor without a window. */
export const viewOf = ({ state, run }: VisualState): EditorView =>
  ({
    get state() {
      return state()
    },
    dispatch: (tr: Parameters<EditorView['dispatch']>[0]) =>
      run((_, dispatch) => {
        dispatch?.(tr)
        return true
      }),
  }) as unknown as EditorView
