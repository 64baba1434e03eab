import { adminPaths } from '#contract/admin-paths.ts'
import type { CodeSetup, CodesOn, RecoveryCodes } from '#contract/codes.ts'
import { adminCall } from './admin-http.ts'

/** A new secret for an authenticator app, which `turnCodesOn` stores. */
export async function setUpCodes(): Promise<CodeSetup> {
  return (await adminCall(adminPaths.codeSetup, { method: 'POST', bearer: true })).json()
}

/** Throws `ApiError`: 422 for a wrong code, or a setup that has expired. */
export async function turnCodesOn(json: CodesOn): Promise<RecoveryCodes> {
  return (await adminCall(adminPaths.codes, { method: 'POST', json, bearer: true })).json()
}

export async function turnCodesOff(): Promise<void> {
  await adminCall(adminPaths.codes, { method: 'DELETE', bearer: true })
}

export async function makeRecoveryCodes(): Promise<RecoveryCodes> {
  return (await adminCall(adminPaths.recoveryCodes, { method: 'POST', bearer: true })).json()
}
