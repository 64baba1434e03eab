/** Confirmations before sensitive actions. Without schemas, because every page of the dashboard loads it. */

/** What confirms. `passkey`: nothing else counts, because only passkeys log in. */
export const confirmationKinds = [
  'password',
  'password-or-code',
  'password-or-passkey',
  'password-code-or-passkey',
  'passkey',
] as const
export type ConfirmationKind = (typeof confirmationKinds)[number]

/** Sensitive actions require a password, code or passkey that was entered this recently. */
export const CONFIRMATION_LIFETIME_MINUTES = 10

export const CONFIRMATION_NEEDED = 'Please confirm that it is you.'
