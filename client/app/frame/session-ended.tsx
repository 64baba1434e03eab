import { createRoot } from 'react-dom/client'
import { SESSION_ENDED_KEY } from '#client/api/session-keys.ts'
import { createStyled } from '#client/ui/base/styles.ts'
import { Alert } from '#client/ui/overlay/alert.tsx'
import { pagePaths } from '#contract/paths.ts'

/**
 * Says once that the session ended, on the page that a 401 opened. It has a separate root, so that the pages of
 * visitors contain nothing of it.
 */
export function showSessionEnded() {
  sessionStorage.removeItem(SESSION_ENDED_KEY)
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  root.render(
    <SessionEnded
      onDismiss={() => {
        root.unmount()
        place.remove()
      }}
    />,
  )
}

export function SessionEnded({ onDismiss }: { onDismiss: () => void }) {
  return (
    <Notice>
      <Alert tone="warning" onDismiss={onDismiss}>
        Your session has ended. Text that was not saved is still in this browser.{' '}
        {/* The router opens the login in this document, and the notice would cover its button. */}
        <Login href={pagePaths.adminLogin} onClick={onDismiss}>
          Log in again
        </Login>
      </Alert>
    </Notice>
  )
}

const s = createStyled('session-ended')
const Notice = s('div')`
  position: fixed;
  inset: auto 16px 24px;
  z-index: 400;
  max-width: 640px;
  margin-inline: auto;
  border-radius: var(--r-md);
  background: var(--surface);
  box-shadow: var(--shadow-2);
`
const Login = s('a')`
  display: inline-flex;
  align-items: center;
  min-height: 44px;
  color: var(--primary-ink);
  font-weight: 640;
  text-underline-offset: 5px;
`
