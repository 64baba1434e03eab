import { ADMIN_TOKEN_KEY } from '#client/api/session-keys.ts'

/** Key of the token that identifies this browser after a login; logging out keeps it. */
export const ADMIN_DEVICE_KEY = 'admin_device'

/** Without storage there is no token, and the administrator has to log in. */
export const readToken = (): string | null => stored(ADMIN_TOKEN_KEY)

function stored(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** Before a login, so that the server opens no session that this browser cannot use. Throws an error for the administrator. */
export function assertTokenCanBeStored() {
  try {
    localStorage.setItem(STORAGE_PROBE_KEY, '')
    localStorage.removeItem(STORAGE_PROBE_KEY)
  } catch {
    throw new Error(STORAGE_NEEDED)
  }
}

const STORAGE_PROBE_KEY = 'storage_probe'
const STORAGE_NEEDED =
  'This browser stores no data for this site, so you can’t log in. Allow cookies and site data for this site in the settings of the browser, or make room there, then reload the page.'

export const storeToken = (token: string) => localStorage.setItem(ADMIN_TOKEN_KEY, token)

export const deleteToken = () => localStorage.removeItem(ADMIN_TOKEN_KEY)

/** From an earlier login with this browser, which then needs no proof of work. */
export const readDeviceToken = (): string | null => stored(ADMIN_DEVICE_KEY)

/** Survives logging out, so that the server still knows this browser. */
export function storeDeviceToken(token: string) {
  try {
    localStorage.setItem(ADMIN_DEVICE_KEY, token)
  } catch {
    // Without it, a login may need a proof of work.
  }
}
