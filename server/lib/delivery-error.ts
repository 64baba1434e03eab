/** The receiver did not accept a mail or notice. The message is logged: a status or a code, never text of others. */
export class DeliveryError extends Error {
  /** The receiver is gone for good. */
  readonly isFinal: boolean
  constructor(message: string, isFinal = false) {
    super(message)
    this.isFinal = isFinal
  }
}
