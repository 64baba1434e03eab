import { DomainError } from '#server/lib/errors.ts'

/** The document cannot be written so that it is read as it was in the editor. Nothing was changed. */
export class NotReadBackError extends DomainError {
  readonly kind = 'invalid'
  constructor() {
    super('These changes cannot be written in the format of this post. Edit its source instead.')
  }
}

/** What was sent is no document. */
export class InvalidDocumentError extends DomainError {
  readonly kind = 'invalid'
  constructor(message = 'This is not a document of the editor.') {
    super(message)
  }
}
