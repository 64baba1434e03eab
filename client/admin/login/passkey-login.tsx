import { useEffect, useState } from 'react'
import { useAction } from '#client/admin/shared/use-action.ts'
import { logInWithPasskey, startPasskeyLogin } from '#client/api/passkeys.ts'
import { Button } from '#client/ui/base/button.tsx'
import { createStyled } from '#client/ui/base/styles.ts'
import { Alert } from '#client/ui/overlay/alert.tsx'
import { assertTokenCanBeStored, readDeviceToken, storeDeviceToken } from './admin-token.ts'
import { askForPasskey, preloadPasskeys } from './passkey.ts'

/** "Log in with a passkey". Rendered only in the browser, and where that and the site support passkeys. */
export default function PasskeyLogin({ onLoggedIn }: { onLoggedIn: (token: string) => void }) {
  const [isLoggedIn, setIsLoggedIn] = useState(false)
  useEffect(preloadPasskeys, [])

  const { busy, failure, run, dismiss } = useAction(async () => {
    assertTokenCanBeStored()
    const passkey = await askForPasskey(await startPasskeyLogin())
    const { token, deviceToken } = await logInWithPasskey(passkey, readDeviceToken())
    storeDeviceToken(deviceToken)
    onLoggedIn(token)
    // The button stays busy until the next page is there.
    setIsLoggedIn(true)
  })

  return (
    <Other>
      {failure && (
        <Alert key={failure.attempt} focusOnMount onDismiss={dismiss}>
          {failure.message}
        </Alert>
      )}
      <Button variant="outline" block busy={busy || isLoggedIn ? 'Waiting for the passkey' : undefined} onClick={run}>
        Log in with a passkey
      </Button>
    </Other>
  )
}

const s = createStyled('passkey-login')
const Other = s('div')`
  display: grid;
  gap: 16px;
  margin-top: 16px;
`
