import { useState } from 'react'
import { usePageKey } from '#client/admin/shared/use-page-key.ts'
import { TextButton } from '#client/ui/base/button.tsx'
import { lazyPart } from '#client/ui/base/lazy-part.tsx'
import { HELP_KEY_OFF_KEY, isRemembered } from './remembered.ts'

const HelpDialog = lazyPart(() => import('./help-dialog.tsx'))

/** Opens the help; so does the key `?` outside of text fields. */
export function HelpButton() {
  const [isOpen, setOpen] = useState(false)
  usePageKey((event) => {
    if (event.key !== '?' || event.ctrlKey || event.metaKey || event.altKey || isRemembered(HELP_KEY_OFF_KEY)) return
    event.preventDefault()
    setOpen(true)
  })
  return (
    <>
      <TextButton aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Help
      </TextButton>
      {isOpen && <HelpDialog onClosed={() => setOpen(false)} />}
    </>
  )
}
