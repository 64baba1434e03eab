import type { AuthenticationResponseJSON, PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser'
import { type FormEvent, type MouseEvent, useState } from 'react'
import { FormError } from '#client/admin/shared/errors.tsx'
import { useAction } from '#client/admin/shared/use-action.ts'
import { solveChallenge } from '#client/api/captcha.ts'
import { ApiError } from '#client/api/http.ts'
import { challengeIn, logIn, passkeyOptionsIn } from '#client/api/login.ts'
import { sendAgainWhileBusy } from '#client/api/send-again.ts'
import type { SendPhase } from '#client/ui/form/send-status.tsx'
import { useClosing } from '#client/ui/form/use-closing.ts'
import { CODE_NEEDED, type Login, LoginSchema, WRONG_CREDENTIALS } from '#contract/login.ts'
import type { LoggedIn } from '#contract/login-request.ts'
import { validate } from '#contract/validate.ts'
import { assertTokenCanBeStored, readDeviceToken, storeDeviceToken } from './admin-token.ts'
import { askForPasskey } from './passkey.ts'

/** Sends the login. A request for the second factor is not a failure. */
export function useLogin(onLoggedIn: (token: string) => void) {
  const [phase, setPhase] = useState<'idle' | SendPhase>('idle')
  const closing = useClosing()
  const [isLoggedIn, setIsLoggedIn] = useState(false)
  const [asksForCode, setAsksForCode] = useState(false)
  const [passkey, setPasskey] = useState<PublicKeyCredentialRequestOptionsJSON>()
  const { busy, failure, run, dismiss } = useAction(send)

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    return run(event.currentTarget)
  }

  /** The second step with a passkey: asks for it, then sends the form again with its response. */
  async function submitWithPasskey({ currentTarget: { form } }: MouseEvent<HTMLButtonElement>) {
    if (form && passkey) await run(form, passkey)
  }

  async function send(form: HTMLFormElement, options?: PublicKeyCredentialRequestOptionsJSON) {
    const typed = validate(LoginSchema, Object.fromEntries(new FormData(form)))
    if (!typed.ok) throw new FormError(typed.errors)
    if (asksForCode && !options && !typed.value.code)
      throw new FormError({ code: { message: CODE_NEEDED } }, CODE_NEEDED)
    let signed: AuthenticationResponseJSON | undefined
    try {
      assertTokenCanBeStored()
      if (options) signed = await askForPasskey(options)
      const login = { ...typed.value, ...(signed && { passkey: signed }) }
      const logInOnce = () => {
        setPhase('sending')
        return logInWithProof(login, () => setPhase('checking'))
      }
      const { token } = await sendAgainWhileBusy(logInOnce, () => setPhase('waiting'), closing())
      onLoggedIn(token)
      // The button stays busy until the next page is there.
      setIsLoggedIn(true)
    } catch (error) {
      const next = passkeyOptionsIn(error)
      // One that was canceled can be used again.
      setPasskey((before) => next ?? (signed ? undefined : before))
      const code = codeError(error)
      const isAsked = (code && !asksForCode) || next
      if (!isAsked) throw new FormError(code ? { code } : {}, loginMessage(error))
      setAsksForCode(code !== undefined)
    } finally {
      setPhase('idle')
    }
  }

  return { busy: busy || isLoggedIn, phase, asksForCode, passkey, failure, submit, submitWithPasskey, dismiss }
}

const codeError = (error: unknown) => (error instanceof ApiError ? error.errors.code : undefined)

/** The message of the response, otherwise 'Invalid credentials'. Without a response, the network error. */
export function loginMessage(error: unknown): string {
  if (error instanceof ApiError) return error.status === 0 ? error.message : (error.serverMessage ?? WRONG_CREDENTIALS)
  return error instanceof Error ? error.message : WRONG_CREDENTIALS
}

/** A proof can expire during another request. The limit stops servers that ask forever. */
const PROOFS_MAX = 3

/**
 * Logs in. After too many failed logins with this email it solves a challenge first; `onProving` is called before that
 * takes seconds. Throws `ApiError`, or an error with a message if the browser cannot solve it.
 */
export async function logInWithProof(
  { email, password, code, passkey }: Login & { passkey?: AuthenticationResponseJSON },
  onProving: () => void,
): Promise<LoggedIn> {
  const deviceToken = readDeviceToken()
  const credentials = {
    email,
    password,
    ...(code && { code }),
    ...(passkey && { passkey }),
    ...(deviceToken && { deviceToken }),
  }
  let proof: { proofOfWork?: string } = {}
  for (let proofs = 0; ; proofs++) {
    try {
      const loggedIn = await logIn({ ...credentials, ...proof })
      if (loggedIn.deviceToken) storeDeviceToken(loggedIn.deviceToken)
      return loggedIn
    } catch (error) {
      const asked = challengeIn(error)
      if (!asked || proofs === PROOFS_MAX) throw error
      onProving()
      proof = { proofOfWork: await solveChallenge(asked.solver, asked.challenge) }
    }
  }
}
