import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/browser'
import type { Confirmed } from '#contract/accounts.ts'
import { adminPaths } from '#contract/admin-paths.ts'
import type { LoggedIn } from '#contract/login-request.ts'
import type { LoginMethod, PasskeyList, PasskeyName } from '#contract/passkeys.ts'
import { adminCall } from './admin-http.ts'
import { explainOrigin } from './login.ts'

export async function startPasskeyLogin(): Promise<PublicKeyCredentialRequestOptionsJSON> {
  return (await adminCall(adminPaths.passkeyLoginOptions, { method: 'POST', json: {} }).catch(explainOrigin)).json()
}

/** Throws `ApiError`: 422 for a passkey that is not accepted, 429 after too many attempts. */
export async function logInWithPasskey(
  passkey: AuthenticationResponseJSON,
  deviceToken: string | null,
): Promise<LoggedIn> {
  const json = { passkey, ...(deviceToken && { deviceToken }) }
  return (await adminCall(adminPaths.passkeyLogin, { method: 'POST', json })).json()
}

export async function fetchPasskeys(): Promise<PasskeyList> {
  return (await adminCall(adminPaths.passkeys, { bearer: true })).json()
}

export async function startNewPasskey(): Promise<PublicKeyCredentialCreationOptionsJSON> {
  return (await adminCall(adminPaths.newPasskeyOptions, { method: 'POST', json: {}, bearer: true })).json()
}

export async function addPasskey(name: string, passkey: RegistrationResponseJSON): Promise<void> {
  await adminCall(adminPaths.passkeys, { method: 'POST', json: { name, passkey }, bearer: true })
}

export async function renamePasskey(id: string, json: PasskeyName): Promise<void> {
  await adminCall(adminPaths.passkey(id), { method: 'POST', json, bearer: true })
}

export async function removePasskey(id: string): Promise<void> {
  await adminCall(adminPaths.passkey(id), { method: 'DELETE', bearer: true })
}

export async function setLoginMethod(method: LoginMethod): Promise<void> {
  await adminCall(adminPaths.loginMethod, { method: 'POST', json: { method }, bearer: true })
}

export async function startPasskeyConfirmation(): Promise<PublicKeyCredentialRequestOptionsJSON> {
  return (await adminCall(adminPaths.passkeyConfirmationOptions, { method: 'POST', json: {}, bearer: true })).json()
}

export async function confirmWithPasskey(passkey: AuthenticationResponseJSON): Promise<Confirmed> {
  return (await adminCall(adminPaths.passkeyConfirmation, { method: 'POST', json: { passkey }, bearer: true })).json()
}
