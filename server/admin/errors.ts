import type { Challenge } from 'altcha-lib'
import { CODE_NEEDED, type LoginErrorBody, WRONG_CODE, WRONG_CREDENTIALS } from '#contract/login.ts'
import { PROOF_NEEDED } from '#contract/login-request.ts'
import { HttpError } from '#server/http/http-error.ts'

export class WrongCredentials extends HttpError {
  /** Not 401: the browser answers every 401 by leaving for `/`, and the message would never be read (decision 28). */
  readonly status = 422
  constructor() {
    super(WRONG_CREDENTIALS)
  }
}

/** The password is right, and the second factor is on. */
export class CodeNeeded extends HttpError {
  readonly status = 422
  constructor() {
    super(CODE_NEEDED, { errors: { code: { message: CODE_NEEDED } } })
  }
}

/** The password is right, the code is not. */
export class WrongCode extends HttpError {
  readonly status = 422
  constructor() {
    super(WRONG_CODE, { errors: { code: { message: WRONG_CODE } } })
  }
}

/** Too many failed logins with this e-mail: a browser that it has not logged in with before solves a challenge first. */
export class ProofNeeded extends HttpError {
  readonly status = 422
  /** The body of the response. */
  readonly body: LoginErrorBody
  constructor(challenge: Challenge, solver: string) {
    const errors = { proofOfWork: { message: PROOF_NEEDED } }
    super(PROOF_NEEDED, { errors })
    this.body = { message: PROOF_NEEDED, errors, challenge, solver }
  }
}
