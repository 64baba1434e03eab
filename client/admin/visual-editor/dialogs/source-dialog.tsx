import type { EditorView } from 'prosemirror-view'
import { type FormEvent, useId, useState } from 'react'
import { useCloseThenUnmount, useFirstFocus } from '#client/admin/shared/dialogs.tsx'
import { Button } from '#client/ui/base/button.tsx'
import { Field } from '#client/ui/form/field.tsx'
import { TextArea } from '#client/ui/form/inputs.tsx'
import { Dialog } from '#client/ui/overlay/dialog.tsx'

/** Edits a source block or a piece of source inside a text. An empty one is removed. */
export function SourceDialog({ view, pos, onClosed }: { view: EditorView; pos: number; onClosed: () => void }) {
  const { open, close } = useCloseThenUnmount(onClosed)
  const form = useId()
  const node = view.state.doc.nodeAt(pos)
  const [text, setText] = useState<string>(node?.attrs.text ?? '')
  const field = useFirstFocus<HTMLTextAreaElement>()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    const { tr } = view.state
    if (node && text !== node.attrs.text)
      view.dispatch(text.trim() === '' ? tr.delete(pos, pos + node.nodeSize) : tr.setNodeAttribute(pos, 'text', text))
    close()
  }
  return (
    <Dialog
      title="Edit source"
      open={open}
      onClose={close}
      persistent
      footer={
        <>
          <Button variant="outline" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" form={form}>
            Apply
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit}>
        <Field label="Source" hint="It is stored exactly as it is here.">
          <TextArea code rows={8} ref={field} value={text} onChange={({ target }) => setText(target.value)} />
        </Field>
      </form>
    </Dialog>
  )
}
