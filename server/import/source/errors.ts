import { DomainError } from '#server/lib/errors.ts'

/** The file or folder to import cannot be read. The message says what to do instead. */
export class UnreadableSourceError extends DomainError {
  readonly kind = 'invalid'
}

/** An import that stopped although nothing was wrong with the source, such as totals that do not match. */
export class ImportFailedError extends DomainError {
  readonly kind = 'unavailable'
}
