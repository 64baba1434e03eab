import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { Button } from '#client/ui/form/button.tsx'
import { Field } from '#client/ui/form/field.tsx'
import { TextInput } from '#client/ui/form/inputs.tsx'
import { Dialog } from '#client/ui/overlay/dialog.tsx'

export type Question = {
  title: string
  text: string
  /** The button that goes ahead: "Delete". */
  yes: string
  no: string
  busy: string
  /** Goes ahead; the dialog closes when it is done. Does not reject. */
  onYes: () => Promise<unknown>
}

/** Asks before something is gone. The careful button stands first and takes the focus. */
export function ConfirmDialog({ question, onClosed }: { question: Question; onClosed: () => void }) {
  const { open, close } = useCloseThenUnmount(onClosed)
  const first = useFirstFocus<HTMLButtonElement>()
  const going = useRef(false)
  const [busy, setBusy] = useState(false)
  async function goAhead() {
    if (going.current) return
    going.current = true
    setBusy(true)
    await question.onYes()
    close()
  }
  return (
    <Dialog
      title={question.title}
      open={open}
      onClose={close}
      footer={
        <>
          <Button variant="outline" ref={first} onClick={close}>
            {question.no}
          </Button>
          <Button variant="danger" busy={busy ? question.busy : undefined} onClick={goAhead}>
            {question.yes}
          </Button>
        </>
      }
    >
      <p>{question.text}</p>
    </Dialog>
  )
}

/** A preview link to be copied by hand: the browser did not let us. */
export function PreviewDialog({ address, onClosed }: { address: string; onClosed: () => void }) {
  const { open, close } = useCloseThenUnmount(onClosed)
  const field = useFirstFocus<HTMLInputElement>()
  return (
    <Dialog title="Preview link" open={open} onClose={close} footer={<Button onClick={close}>Done</Button>}>
      <Field label="Copy this link" hint="Whoever has it sees this post, for seven days.">
        <TextInput ref={field} readOnly value={address} onFocus={({ target }) => target.select()} />
      </Field>
    </Dialog>
  )
}

/** A dialog that is drawn only while it is needed: it closes first, which gives the focus back, and is taken away then. */
export function useCloseThenUnmount(onClosed: () => void): { open: boolean; close: () => void } {
  const [open, setOpen] = useState(true)
  const closed = useEffectEvent(onClosed)
  useEffect(() => {
    if (!open) closed()
  }, [open])
  return { open, close: () => setOpen(false) }
}

/** Where a dialog's focus begins. React's `autoFocus` comes before the dialog is open, and is lost. */
export function useFirstFocus<T extends HTMLElement>(): RefObject<T | null> {
  const first = useRef<T>(null)
  useEffect(() => {
    first.current?.focus()
  }, [])
  return first
}

/** What had the focus before a dialog opened may have gone with what was deleted; then it is nowhere, or still in the closed dialog. */
export const focusIsLost = (): boolean => {
  const { activeElement, body } = document
  return activeElement === null || activeElement === body || activeElement.closest('dialog:not([open])') !== null
}
