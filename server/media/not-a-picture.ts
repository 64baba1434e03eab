import { DomainError } from '#server/lib/errors.ts'

/** The file beside a post is no picture that we can keep (decision 15). */
export class InvalidImageError extends DomainError {
  readonly kind = 'invalid'
  constructor(reason: string) {
    const message = `${reason} Send a JPEG, PNG, WebP or GIF picture of at most 10 MB and 50 megapixels.`
    super(message, { errors: { image: { message } } })
  }
}
