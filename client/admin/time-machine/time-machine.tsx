import { useState } from 'react'
import { TextButton } from '#client/ui/form/button.tsx'
import { lazyPart } from '#client/ui/lazy-part.tsx'

const Dialog = lazyPart(() => import('./time-machine-dialog.tsx'))

/** Opens the time machine, whose dialog is loaded on demand. */
export function TimeMachine() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <TextButton onClick={() => setOpen(true)}>Time machine</TextButton>
      {open && <Dialog onClosed={() => setOpen(false)} />}
    </>
  )
}
