import { isFresh } from '#server/http/conditions.ts'
import { apiHeaders } from '#server/http/headers.ts'
import { json } from '#server/http/json.ts'

/** For answers that only the administrator may see: no cache on the way keeps them. */
const PRIVATE = { 'cache-control': 'private, no-store' }

/** JSON for everybody: asked again each time, and not sent again while it is the same (304). */
export function publicJson({ headers: asked }: Request, body: unknown, more: Record<string, string> = {}): Response {
  const text = JSON.stringify(body)
  const etag = `"${Bun.hash(text).toString(36)}"`
  const headers = { ...apiHeaders, 'cache-control': 'no-cache', etag, ...more }
  return isFresh(asked, { etag }) ? new Response(null, { status: 304, headers }) : new Response(text, { headers })
}

export const privateJson = (body: unknown, more: Record<string, string> = {}): Response =>
  json(body, { headers: { ...PRIVATE, ...more } })
