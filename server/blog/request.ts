import { isId } from '#contract/ids.ts'
import { apiHeaders } from '#server/http/headers.ts'
import { NotFoundError } from '#server/lib/errors.ts'

/** Throws `NotFoundError` for a text that cannot be an id. */
export function knownId(id: string): string {
  if (!isId(id)) throw new NotFoundError()
  return id
}

export type Query = Record<string, string>
/** The last value of a repeated parameter counts. */
export const queryOf = (request: Request): Query => Object.fromEntries(new URL(request.url).searchParams)

/** Updates are sent as POST with `?_method=PUT`; any other POST to a post or term is not allowed. */
export const isPlainPost = (request: Request) =>
  request.method === 'POST' && queryOf(request)._method?.toUpperCase() !== 'PUT'

/** A response with JSON for administrators, which no cache may store. */
export const privateText = (text: string, more: Record<string, string> = {}): Response =>
  new Response(text, {
    headers: { ...apiHeaders, 'cache-control': 'private, no-store', vary: 'Authorization', ...more },
  })

export const privateJson = (body: unknown): Response => privateText(JSON.stringify(body))
