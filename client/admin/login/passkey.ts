import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'

/** The browser did not use a passkey. The message says why. */
export class PasskeyFailedError extends Error {}

export const supportsPasskeys = (): boolean => typeof globalThis.PublicKeyCredential === 'function'

/** Most logins need no passkey. */
const library = () =>
  import('@simplewebauthn/browser').catch(() => {
    throw new PasskeyFailedError('Passkeys could not be loaded. Check your connection and try again.')
  })

/** So that the browser's dialog follows a click at once. */
export const preloadPasskeys = () => void library().catch(() => {})

/** Asks for one of the administrator's passkeys. Throws `PasskeyFailedError`. */
export const askForPasskey = (optionsJSON: PublicKeyCredentialRequestOptionsJSON) =>
  library()
    .then(({ startAuthentication }) => startAuthentication({ optionsJSON }))
    .catch(explain)

/** Creates a passkey. Throws `PasskeyFailedError`. */
export const createPasskey = (optionsJSON: PublicKeyCredentialCreationOptionsJSON) =>
  library()
    .then(({ startRegistration }) => startRegistration({ optionsJSON }))
    .catch(explain)

export const UNSUPPORTED = 'This browser doesn’t support passkeys.'

/** By the name of the browser's error. Browsers do not say whether a passkey was canceled or took too long. */
const messages: Record<string, string> = {
  NotAllowedError: 'No passkey was used: it was canceled, or took too long. Please try again.',
  AbortError: 'No passkey was used: it was canceled. Please try again.',
  InvalidStateError: 'This device already has a passkey for this site.',
  NotSupportedError: 'This device has no suitable passkeys. Please use another one.',
  ConstraintError: 'This device can’t verify that it’s you. Set up a PIN, a fingerprint or face recognition first.',
  SecurityError: 'Passkeys can’t be used at this address.',
}

function explain(error: unknown): never {
  if (error instanceof PasskeyFailedError) throw error
  // The library keeps the name of the browser's error.
  const name = error instanceof Error ? error.name : ''
  const fallback = supportsPasskeys() ? 'The passkey did not work. Please try again.' : UNSUPPORTED
  throw new PasskeyFailedError(messages[name] ?? fallback)
}
