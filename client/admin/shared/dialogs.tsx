import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { SELECTED } from '#client/admin/shared/use-copy.ts'
import { Button } from '#client/ui/base/button.tsx'
import { Field } from '#client/ui/form/field.tsx'
import { TextInput } from '#client/ui/form/inputs.tsx'
import { Dialog } from '#client/ui/overlay/dialog.tsx'
import { FormDialog } from './form-dialog.tsx'
import { useAction } from './use-action.ts'

export type Question = {
  title: string
  text: string
  yes: string
  no: string
  busy: string
  /** Runs the action; the dialog closes afterwards. Never rejects. */
  onYes: () => Promise<unknown>
}

/** Asks before a destructive action. The safe button comes first and has the focus. */
export function ConfirmDialog({ question, onClosed }: { question: Question; onClosed: () => void }) {
  const { open, close } = useCloseThenUnmount(onClosed)
  const first = useFirstFocus<HTMLButtonElement>()
  const { busy, run } = useAction(() => question.onYes().then(close))
  return (
    <FormDialog
      title={question.title}
      submit={question.yes}
      onSubmit={run}
      busy={busy ? question.busy : undefined}
      danger
      cancel={question.no}
      cancelRef={first}
      open={open}
      onClose={close}
    >
      <p>{question.text}</p>
    </FormDialog>
  )
}

/** Shows a preview link to copy by hand, for browsers that reject clipboard access. */
export function PreviewDialog({ address, onClosed }: { address: string; onClosed: () => void }) {
  const { open, close } = useCloseThenUnmount(onClosed)
  const field = useFirstFocus<HTMLInputElement>()
  return (
    <Dialog title="Preview link" open={open} onClose={close} footer={<Button onClick={close}>Done</Button>}>
      <p>{SELECTED}.</p>
      <Field label="Copy this link" hint="Everyone with it sees this post, for seven days.">
        <TextInput ref={field} readOnly value={address} onFocus={({ target }) => target.select()} />
      </Field>
    </Dialog>
  )
}

/** For dialogs that are mounted only while needed: closes first, which returns the focus, then unmounts. */
export function useCloseThenUnmount(onClosed: () => void): { open: boolean; close: () => void } {
  const [open, setOpen] = useState(true)
  const closed = useEffectEvent(onClosed)
  useEffect(() => {
    if (!open) closed()
  }, [open])
  return { open, close: () => setOpen(false) }
}

/** Moves the initial focus in a dialog. React's `autoFocus` runs before the dialog is open and has no effect. */
export function useFirstFocus<T extends HTMLElement>(): RefObject<T | null> {
  const first = useRef<T>(null)
  useEffect(() => {
    first.current?.focus()
  }, [])
  return first
}

/** Moves the focus to the first new item of a list: its "more" button may disappear with the last page. */
export function useFocusOnMore<List extends HTMLElement>(count: number, target: 'a' | 'button') {
  const list = useRef<List>(null)
  const before = useRef<number>(undefined)
  useEffect(() => {
    if (before.current === undefined || count <= before.current) return
    list.current?.children[before.current]?.querySelector(target)?.focus()
    before.current = undefined
  }, [count, target])
  const expectMore = () => {
    before.current = count
  }
  return { list, expectMore }
}

/** Whether the focus is on nothing or in a closed dialog, because the element that had it was deleted. */
export const focusIsLost = (): boolean => {
  const { activeElement, body } = document
  return activeElement === null || activeElement === body || activeElement.closest('dialog:not([open])') !== null
}
