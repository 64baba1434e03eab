import { useEffect, useRef, useState } from 'react'
import { storeToken } from '#client/admin/login/admin-token.ts'
import { LoginForms } from '#client/admin/login/login-form.tsx'
import { useCloseThenUnmount } from '#client/admin/shared/dialogs.tsx'
import { Button } from '#client/ui/base/button.tsx'
import { createStyled } from '#client/ui/base/styles.ts'
import { Dialog } from '#client/ui/overlay/dialog.tsx'

/** Asks for the login over a page with unsaved text. */
export default function LoginDialog({ onAnswered }: { onAnswered: (loggedIn: boolean) => void }) {
  const [loggedIn, setLoggedIn] = useState(false)
  const { open, close } = useCloseThenUnmount(() => onAnswered(loggedIn))
  const text = useRef<HTMLParagraphElement>(null)
  // Not a field: the administrator may be typing, and the dialog opens unasked.
  useEffect(() => text.current?.focus(), [])
  return (
    <Dialog
      title="Your session has ended"
      open={open}
      onClose={close}
      persistent
      footer={
        <Button variant="ghost" onClick={close}>
          Not now
        </Button>
      }
    >
      <Words ref={text} tabIndex={-1}>
        Log in to go on. Your text is still here, and what you were doing continues after the login.
      </Words>
      <LoginForms
        onLoggedIn={(token) => {
          storeToken(token)
          setLoggedIn(true)
          close()
        }}
      />
    </Dialog>
  )
}

const s = createStyled('login-dialog')
const Words = s('p')`
  outline: none;
`
