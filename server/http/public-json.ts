import { isFresh } from './conditions.ts'
import { apiHeaders } from './headers.ts'

/** JSON as it is sent, and what it is known by. */
export type Written = { text: string; etag: string }

export function written(body: unknown): Written {
  const text = JSON.stringify(body)
  return { text, etag: `"${Bun.hash(text).toString(36)}"` }
}

/** JSON for everybody: asked for again each time, and not sent again while it is the same (304). */
export function publicJson(request: Request, { text, etag }: Written, more: Record<string, string> = {}): Response {
  const headers = { ...apiHeaders, 'cache-control': 'no-cache', etag, ...more }
  return isFresh(request.headers, { etag })
    ? new Response(null, { status: 304, headers })
    : new Response(text, { headers })
}
