import { Refusal } from '#server/http/refusal.ts'

/** Without JavaScript there is nobody to solve the captcha. */
export class NeedsScript extends Refusal {
  readonly status = 422
  constructor(email: string) {
    super(`This form needs JavaScript for its robot check. Please switch JavaScript on, or write to ${email} instead.`)
  }
}
