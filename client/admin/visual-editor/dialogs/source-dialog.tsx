import type { EditorView } from 'prosemirror-view'
import { useState } from 'react'
import { useCloseThenUnmount, useFirstFocus } from '#client/admin/shared/dialogs.tsx'
import { FormDialog } from '#client/admin/shared/form-dialog.tsx'
import { Field } from '#client/ui/form/field.tsx'
import { TextArea } from '#client/ui/form/inputs.tsx'

/** Edits a source block or a piece of source inside a text. An empty one is removed. */
export function SourceDialog({ view, pos, onClosed }: { view: EditorView; pos: number; onClosed: () => void }) {
  const { open, close } = useCloseThenUnmount(onClosed)
  const node = view.state.doc.nodeAt(pos)
  const [text, setText] = useState<string>(node?.attrs.text ?? '')
  const field = useFirstFocus<HTMLTextAreaElement>()
  const submit = () => {
    const { tr } = view.state
    if (node && text !== node.attrs.text)
      view.dispatch(text.trim() === '' ? tr.delete(pos, pos + node.nodeSize) : tr.setNodeAttribute(pos, 'text', text))
    close()
  }
  return (
    <FormDialog title="Edit source" submit="Apply" onSubmit={submit} open={open} onClose={close} persistent>
      <Field label="Source" hint="It is stored exactly as it is here.">
        <TextArea code rows={8} ref={field} value={text} onChange={({ target }) => setText(target.value)} />
      </Field>
    </FormDialog>
  )
}
