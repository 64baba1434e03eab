import { useState } from 'react'
import { TextButton } from '#client/ui/base/button.tsx'
import { lazyPart } from '#client/ui/base/lazy-part.tsx'
import { createStyled } from '#client/ui/base/styles.ts'

const Dialog = lazyPart(() => import('./time-machine-dialog.tsx'))

/** Opens the time machine, whose dialog is loaded on demand. */
export function TimeMachine() {
  const [open, setOpen] = useState(false)
  return (
    <Line>
      <TextButton onClick={() => setOpen(true)}>Time machine</TextButton>
      {open && <Dialog onClosed={() => setOpen(false)} />}
    </Line>
  )
}

const s = createStyled('time-machine')
const Line = s('div')`
  min-width: 0;
`
