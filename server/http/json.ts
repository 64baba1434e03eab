import { isFresh } from './conditional.ts'
import { apiHeaders } from './headers.ts'
import { bestEncoding, encodeText } from './precompressed.ts'

/** A JSON answer with the headers of the API; `headers` add to them or replace them. Never compressed: see `publicJson`. */
export const json = (body: unknown, { status = 200, headers = {} }: { status?: number; headers?: HeadersInit } = {}) =>
  new Response(JSON.stringify(body), {
    status,
    headers: { ...apiHeaders, ...Object.fromEntries(new Headers(headers)) },
  })

/** Shorter bodies fit into one packet anyway. */
const COMPRESSED_MIN_CHARACTERS = 1_024

/**
 * Responds with JSON that everybody may read: revalidated each time, 304 while it is the same, compressed as the client likes
 * best. Each encoding has a strong ETag of its own. `vary`: request headers, beside Accept-Encoding, that select the response.
 *
 * Only for public data. Logins, the administrator's reads and personal data are sent by `json`, which never compresses: the
 * length of a compressed body tells what secrets and attacker-chosen input have in common (BREACH).
 */
export async function publicJson(request: Request, body: unknown, vary: readonly string[] = []): Promise<Response> {
  const text = JSON.stringify(body)
  const wanted = bestEncoding(request.headers.get('accept-encoding'))
  const encoding = text.length < COMPRESSED_MIN_CHARACTERS ? 'identity' : wanted
  const etag = `"${Bun.hash(text).toString(36)}-${encoding}"`
  const headers = { ...apiHeaders, 'cache-control': 'no-cache', etag, vary: [...vary, 'Accept-Encoding'].join(', ') }
  if (isFresh(request.headers, { etag })) return new Response(null, { status: 304, headers })
  return new Response(await encodeText(text, encoding), {
    headers: encoding === 'identity' ? headers : { ...headers, 'content-encoding': encoding },
  })
}
