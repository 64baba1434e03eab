import { HttpError } from '#server/http/http-error.ts'

/** A text that cannot be made into a page: too long, too deep, or it takes too much time. */
export class TooHard extends HttpError {
  readonly status = 422
}
