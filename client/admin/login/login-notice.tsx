import { Alert, type AlertTone } from '#client/ui/overlay/alert.tsx'

/** What the login page says to those who were sent there. Passed as history state: `{ notice: 'account-ready' }`. */
export type LoginNotice = 'account-ready' | 'session-open'

const notices: Record<LoginNotice, { tone: AlertTone; text: string }> = {
  'account-ready': { tone: 'success', text: 'Your account is ready. Log in with your email and password.' },
  'session-open': {
    tone: 'warning',
    text: 'This browser is logged out, but the server did not confirm it, so the session may still be open. You can end it on the account page after you log in.',
  },
}

export function LoginNoticeAlert({ state }: { state: unknown }) {
  const notice: unknown = Object(state).notice
  const found = notice === 'account-ready' || notice === 'session-open' ? notices[notice] : undefined
  return found ? <Alert tone={found.tone}>{found.text}</Alert> : null
}
