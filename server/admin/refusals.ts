import { CODE_NEEDED, WRONG_CODE, WRONG_CREDENTIALS } from '#contract/login.ts'
import { Refusal } from '#server/http/refusal.ts'

export class WrongCredentials extends Refusal {
  /** Not 401: the browser answers every 401 by leaving for `/`, and the message would never be read (decision 28). */
  readonly status = 422
  constructor() {
    super(WRONG_CREDENTIALS)
  }
}

/** The password is right, and the second factor is on. */
export class CodeNeeded extends Refusal {
  readonly status = 422
  constructor() {
    super(CODE_NEEDED, { errors: { code: { message: CODE_NEEDED } } })
  }
}

/** The password is right, the code is not. */
export class WrongCode extends Refusal {
  readonly status = 422
  constructor() {
    super(WRONG_CODE, { errors: { code: { message: WRONG_CODE } } })
  }
}
