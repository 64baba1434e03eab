import { askForPasskey } from '#client/admin/login/passkey.ts'
import { confirmWithPasskey, startPasskeyConfirmation } from '#client/api/passkeys.ts'

/** Confirms this session with a passkey. Throws `ApiError`, and `PasskeyFailedError` if the browser used none. */
export async function confirmByPasskey(): Promise<void> {
  await confirmWithPasskey(await askForPasskey(await startPasskeyConfirmation()))
}
