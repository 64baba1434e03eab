import { useRef, useState } from 'react'
import { Button } from '#client/ui/form/button.tsx'
import { Dialog } from '#client/ui/overlay/dialog.tsx'
import { useCloseThenUnmount } from './use-close-then-unmount.ts'
import { useFirstFocus } from './use-first-focus.ts'

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
