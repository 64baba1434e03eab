import type { EditorState, Transaction } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import { useState } from 'react'
import { errorMessage } from '#client/admin/shared/errors.tsx'
import type { BlockError } from '#client/admin/visual-editor/commands/block-error.ts'
import { removeFormatting, showAsSource } from '#client/admin/visual-editor/commands/unwritable-block.ts'
import {
  dismissMarkdown,
  type MarkdownOffer,
  markdownOfferOf,
  pasteAsMarkdown,
} from '#client/admin/visual-editor/paste/markdown-offer.ts'
import { Button } from '#client/ui/base/button.tsx'
import { createStyled } from '#client/ui/base/styles.ts'
import { Alert } from '#client/ui/overlay/alert.tsx'

type Props = {
  view: EditorView | undefined
  state: EditorState | undefined
  /** About an image, or a block that was repaired. */
  warning: string | undefined
  onDismiss: () => void
  unwritable: BlockError | undefined
  /** What can be read of a document that cannot be opened. */
  lost: string | undefined
}

/** What the writer should know about the text, above it. */
export function EditorAlerts({ view, state, warning, onDismiss, unwritable, lost }: Props) {
  const offer = state && markdownOfferOf(state)
  return (
    <>
      {warning !== undefined && (
        <Alert tone="warning" onDismiss={onDismiss}>
          <p>{warning}</p>
        </Alert>
      )}
      {view && offer && <MarkdownAlert key={offer.text} offer={offer} view={view} />}
      {view && unwritable && <UnwritableAlert error={unwritable} view={view} />}
      {lost !== undefined && (
        <Alert tone="warning">
          <p>
            The newest unsaved text was written with another version of this site and cannot be opened here. It reads:
          </p>
          <Plain>{lost}</Plain>
        </Alert>
      )}
    </>
  )
}

function MarkdownAlert({ offer, view }: { offer: MarkdownOffer; view: EditorView }) {
  const [problem, setProblem] = useState<string>()
  const paste = () => pasteAsMarkdown(view, offer).catch((error) => setProblem(errorMessage(error)))
  return (
    <Alert tone="warning" onDismiss={() => dismissMarkdown(view)}>
      <p>{problem ?? 'The pasted text looks like Markdown.'}</p>
      <Choices>
        <Button variant="outline" small onClick={paste}>
          Paste as Markdown
        </Button>
      </Choices>
    </Alert>
  )
}

/** Names a block that cannot be written as text, and offers what can be done about it. Both can be undone. */
function UnwritableAlert({ error, view }: { error: BlockError; view: EditorView }) {
  const change = (edit: (state: EditorState, index: number) => Transaction) => () => {
    view.dispatch(edit(view.state, error.index))
    view.focus()
  }
  return (
    <Alert>
      <p>{`${error.message} Your text is stored as it is shown.`}</p>
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

const s = createStyled('editor-alerts')
const Choices = s('div')`
  display: flex;
  flex-wrap: wrap;
  gap: 8px;
  margin-top: 10px;
`
const Plain = s('pre')`
  max-height: 40vh;
  margin-top: 8px;
  overflow: auto;
  font: inherit;
  white-space: pre-wrap;
  overflow-wrap: anywhere;
`
