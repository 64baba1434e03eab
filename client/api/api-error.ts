import type { FieldErrors } from '#contract/validate.ts'

const UNREACHABLE = 'We could not reach the server. Check your connection and try again.'
const UNEXPLAINED = 'Something went wrong on our side. Please try again in a moment.'

/** A call that did not succeed (§8). `status` is 0 where no answer came at all. */
export class ApiError extends Error {
  readonly status: number
  /** The answer's own message; `undefined` where it brought none. `message` is a sentence in any case. */
  readonly serverMessage: string | undefined
  /** What is wrong with which field, in form order. */
  readonly errors: FieldErrors
  /** The whole body, where it was JSON: a 409 carries more than a sentence (decision 31). */
  readonly body: unknown

  constructor(status: number, body?: unknown) {
    const serverMessage = messageOf(body)
    super(serverMessage ?? (status === 0 ? UNREACHABLE : UNEXPLAINED))
    this.status = status
    this.serverMessage = serverMessage
    this.errors = hasKey(body, 'errors') ? fieldErrors(body.errors) : {}
    this.body = body
  }
}

/** What to show at a form (§8): which fields are wrong, and the words for the alert: the first field's message, else the answer's. */
export function toFormErrors(error: unknown): { wrong: FieldErrors; words: string } {
  const wrong = error instanceof ApiError ? error.errors : {}
  const words = Object.values(wrong)[0]?.message ?? (error instanceof Error ? error.message : String(error))
  return { wrong, words }
}

/** Understands what servers send as `errors` (decision 20): an object or an array of messages, of texts or of lists of texts, or one text. */
export function fieldErrors(errors: unknown): FieldErrors {
  if (typeof errors === 'string') return { form: { message: errors } }
  if (typeof errors !== 'object' || errors === null) return {}
  const read = Object.entries(errors).flatMap(([key, value]) => {
    const message = Array.isArray(value) ? messageOf(value[0]) : messageOf(value)
    const field = hasKey(value, 'field') && typeof value.field === 'string' ? value.field : key
    return message === undefined ? [] : [[field, { message }] as const]
  })
  return Object.fromEntries(read)
}

function messageOf(value: unknown): string | undefined {
  const text = hasKey(value, 'message') ? value.message : value
  return typeof text === 'string' && text.trim() !== '' ? text : undefined
}

const hasKey = <Key extends string>(value: unknown, key: Key): value is Record<Key, unknown> =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, key)
