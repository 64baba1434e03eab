import { useEffect, useRef, useState } from 'react'
import { logInWithPasskey, startPasskeyLogin } from '#client/api/passkeys.ts'
import { Button } from '#client/ui/base/button.tsx'
import { createStyled } from '#client/ui/base/styles.ts'
import { Alert } from '#client/ui/overlay/alert.tsx'
import { assertTokenCanBeStored, readDeviceToken, storeDeviceToken } from './admin-token.ts'
import { askForPasskey, preloadPasskeys } from './passkey.ts'

type Failure = { attempt: number; message: string }

/** "Log in with a passkey". Rendered only in the browser, and where that and the site support passkeys. */
export default function PasskeyLogin({ onLoggedIn }: { onLoggedIn: (token: string) => void }) {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure>()
  const attempts = useRef(0)
  useEffect(preloadPasskeys, [])

  async function logIn() {
    setBusy(true)
    setFailure(undefined)
    const attempt = ++attempts.current
    try {
      assertTokenCanBeStored()
      const passkey = await askForPasskey(await startPasskeyLogin())
      const { token, deviceToken } = await logInWithPasskey(passkey, readDeviceToken())
      storeDeviceToken(deviceToken)
      return onLoggedIn(token)
    } catch (error) {
      setFailure({ attempt, message: error instanceof Error ? error.message : String(error) })
    }
    setBusy(false)
  }

  return (
    <Other>
      {failure && (
        <Alert key={failure.attempt} focusOnMount onDismiss={() => setFailure(undefined)}>
          {failure.message}
        </Alert>
      )}
      <Button variant="outline" block busy={busy ? 'Waiting for the passkey' : undefined} onClick={logIn}>
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
