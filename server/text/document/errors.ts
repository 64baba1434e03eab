import type { FieldErrors } from '#contract/validate.ts'
import { DomainError } from '#server/lib/errors.ts'
import { UnrenderableContentError } from '#server/text/scan/nesting-limit.ts'

/**
 * The document cannot be written so that it is read as it was in the editor. Nothing was changed. `block`: the index of the block
 * that the format cannot express; `undefined` when each can be written alone.
 */
export class NotReadBackError extends DomainError {
  readonly kind = 'invalid'
  readonly block: number | undefined
  override readonly errors: FieldErrors = {}
  constructor(
    message = 'These changes cannot be written in the format of this post. Edit its source instead.',
    block?: number,
  ) {
    super(message)
    this.block = block
    if (block !== undefined) this.errors = { [`blocks.${block}`]: { message } }
  }
}

/** What was sent is no document. */
export class InvalidDocumentError extends DomainError {
  readonly kind = 'invalid'
  constructor(message = 'This is not a document of the editor.') {
    super(message)
  }
}

/** What the conversion throws for texts and documents that it rejects, by name: no class passes from a worker. */
export const rejections = { UnrenderableContentError, InvalidDocumentError, NotReadBackError }
export type Rejection = keyof typeof rejections
export const isRejection = (name: string): name is Rejection => Object.hasOwn(rejections, name)
