import type { EditorState, Transaction } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import type { BlockError } from '#client/admin/visual-editor/commands/block-error.ts'
import { removeFormatting, showAsSource } from '#client/admin/visual-editor/commands/unwritable-block.ts'
import { Button } from '#client/ui/base/button.tsx'
import { createStyled } from '#client/ui/base/styles.ts'
import { Alert } from '#client/ui/overlay/alert.tsx'

/** Names a block that cannot be written as text, and offers what can be done about it. Both can be undone. */
export function UnwritableAlert({ error, view }: { error: BlockError; view: EditorView }) {
  const change = (edit: (state: EditorState, index: number) => Transaction) => () => {
    view.dispatch(edit(view.state, error.index))
    view.focus()
  }
  return (
    <Alert>
      <p>{error.message} Your text is stored as it is shown.</p>
      <Choices>
        <Button variant="outline" small onClick={change(showAsSource)}>
          Show as source
        </Button>
        <Button variant="outline" small onClick={change(removeFormatting)}>
          Remove its formatting
        </Button>
      </Choices>
    </Alert>
  )
}

const s = createStyled('unwritable-alert')
const Choices = s('div')`
  display: flex;
  flex-wrap: wrap;
  gap: 8px;
  margin-top: 10px;
`
