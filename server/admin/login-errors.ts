import type { Challenge } from 'altcha-lib'
import { CODE_NEEDED, WRONG_CODE, WRONG_CREDENTIALS } from '#contract/login.ts'
import type { LoginErrorBody } from '#contract/login-request.ts'
import { PROOF_NEEDED } from '#contract/login-request.ts'
import { DomainError } from '#server/lib/errors.ts'

export class InvalidCredentialsError extends DomainError {
  /** Not 401: the browser leaves for `/` on every 401, and the message would never be read. */
  readonly kind = 'invalid'
  constructor() {
    super(WRONG_CREDENTIALS)
  }
}

/** The password is right, and the second factor is on. */
export class CodeRequiredError extends DomainError {
  readonly kind = 'invalid'
  constructor() {
    super(CODE_NEEDED, { errors: { code: { message: CODE_NEEDED } } })
  }
}

/** The password is right, the code is not. */
export class InvalidCodeError extends DomainError {
  readonly kind = 'invalid'
  constructor() {
    super(WRONG_CODE, { errors: { code: { message: WRONG_CODE } } })
  }
}

/** After many failed logins with this e-mail, browsers that have not logged in before must solve a challenge. */
export class ProofRequiredError extends DomainError {
  readonly kind = 'invalid'
  /** The body of the response. */
  readonly body: LoginErrorBody
  constructor(challenge: Challenge, solver: string) {
    const errors = { proofOfWork: { message: PROOF_NEEDED } }
    super(PROOF_NEEDED, { errors })
    this.body = { message: PROOF_NEEDED, errors, challenge, solver }
  }
}
