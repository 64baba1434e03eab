/** The receiver did not accept a mail or notice. The message is logged: a status or a code, never text of others. */
export class DeliveryError extends Error {
  /** The receiver is gone for good. */
  readonly isFinal: boolean
  constructor(message: string, isFinal = false) {
    super(message)
    this.isFinal = isFinal
  }
}

/** The channel's own message or an error code: messages of others may contain addresses. */
export function reasonOf(error: unknown): string {
  if (error instanceof DeliveryError) return error.message
  if (!(error instanceof Error)) return typeof error
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}

export type BackOff = { firstMs: number; maxMs: number }

/**
 * Returns the delay before the next attempt: it doubles up to the maximum, minus up to a half at random, so that
 * deliveries that failed together are not repeated together. `random` returns 0 to 1.
 */
export function backOffMs(attempts: number, { firstMs, maxMs }: BackOff, random = Math.random): number {
  const full = Math.min(maxMs, firstMs * 2 ** (attempts - 1))
  return Math.round(full * (1 - random() / 2))
}
