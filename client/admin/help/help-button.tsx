import { useEffect, useState } from 'react'
import { TextButton } from '#client/ui/form/button.tsx'
import { lazyPart } from '#client/ui/lazy-part.tsx'
import { HELP_KEY_OFF_KEY, isRemembered } from './remembered.ts'

const HelpDialog = lazyPart(() => import('./help-dialog.tsx'))

/** Opens the help; so does the key `?` outside of text fields. */
export function HelpButton() {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== '?' || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
      if (isTyping() || document.querySelector('dialog[open]') || isRemembered(HELP_KEY_OFF_KEY)) return
      event.preventDefault()
      setOpen(true)
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [])
  return (
    <>
      <TextButton aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Help
      </TextButton>
      {isOpen && <HelpDialog onClosed={() => setOpen(false)} />}
    </>
  )
}

/** Whether the focus is where a character is text, or chooses an option. */
const isTyping = () =>
  document.activeElement?.closest('input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]') !=
  null
