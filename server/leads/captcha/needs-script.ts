import { DomainError } from '#server/lib/errors.ts'

/** Without JavaScript there is nobody to solve the captcha. */
export class ScriptRequiredError extends DomainError {
  readonly kind = 'invalid'
  constructor(email: string) {
    super(`This form needs JavaScript for its robot check. Please switch JavaScript on, or write to ${email} instead.`)
  }
}
