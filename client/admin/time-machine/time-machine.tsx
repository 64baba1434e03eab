import { useState } from 'react'
import { TextButton, TextLink } from '#client/ui/base/button.tsx'
import { lazyPart } from '#client/ui/base/lazy-part.tsx'
import { createStyled } from '#client/ui/base/styles.ts'
import { adminPaths } from '#contract/admin-paths.ts'

const Dialog = lazyPart(() => import('./time-machine-dialog.tsx'))

/** Opens the time machine, whose dialog is loaded on demand, and leads to the branches. */
export function TimeMachine() {
  const [open, setOpen] = useState(false)
  return (
    <Line>
      <TextButton onClick={() => setOpen(true)}>Time machine</TextButton>
      <TextLink to={adminPaths.branchesPage}>Branches</TextLink>
      {open && <Dialog onClosed={() => setOpen(false)} />}
    </Line>
  )
}

const s = createStyled('time-machine')
const Line = s('div')`
  display: flex;
  flex-wrap: wrap;
  gap: 4px 20px;
  min-width: 0;
`
