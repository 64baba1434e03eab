import { DomainError } from '#server/lib/errors.ts'

/** A text that cannot be made into a page: too long, too deep, or it takes too much time. */
export class UnrenderableContentError extends DomainError {
  readonly kind = 'invalid'
}
