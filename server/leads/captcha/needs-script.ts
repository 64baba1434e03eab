import { HttpError } from '#server/http/http-error.ts'

/** Without JavaScript there is nobody to solve the captcha. */
export class NeedsScript extends HttpError {
  readonly status = 422
  constructor(email: string) {
    super(`This form needs JavaScript for its robot check. Please switch JavaScript on, or write to ${email} instead.`)
  }
}
