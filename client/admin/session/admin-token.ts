import { ADMIN_TOKEN_KEY } from '#contract/paths.ts'

/** Where a browser stores that an administrator has logged in with it; a log-out leaves it there (decision 28). */
export const ADMIN_DEVICE_KEY = 'admin_device'

/** A browser that forbids storage is a browser without a token: the administrator logs in, and is told again. */
export const readToken = (): string | null => stored(ADMIN_TOKEN_KEY)

function stored(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

export const keepToken = (token: string) => localStorage.setItem(ADMIN_TOKEN_KEY, token)

export const dropToken = () => localStorage.removeItem(ADMIN_TOKEN_KEY)

/** What an earlier login with this browser left: it needs no proof of work then. */
export const readDeviceToken = (): string | null => stored(ADMIN_DEVICE_KEY)

/** Left there by every log-out: this browser stays known. */
export function storeDeviceToken(token: string) {
  try {
    localStorage.setItem(ADMIN_DEVICE_KEY, token)
  } catch {
    // Without it a login may need a proof of work, and succeeds all the same.
  }
}
