import { ApiError } from '#client/api/api-error.ts'

/** What to say about a failure: what is wrong with the first field, where no field stands by to be marked, else its own sentence. */
export function errorMessage(error: unknown): string {
  const first = error instanceof ApiError ? Object.values(error.errors)[0] : undefined
  return first?.message ?? (error instanceof Error ? error.message : String(error))
}
