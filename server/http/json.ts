import { isFresh } from './conditional.ts'
import { apiHeaders } from './headers.ts'
import { bestEncoding, encodeText } from './precompressed.ts'

/** A JSON response with the API's headers; `headers` add to them or replace them. Never compressed: see `publicJson`. */
export const json = (body: unknown, { status = 200, headers = {} }: { status?: number; headers?: HeadersInit } = {}) =>
  new Response(JSON.stringify(body), {
    status,
    headers: { ...apiHeaders, ...Object.fromEntries(new Headers(headers)) },
  })

/** Shorter bodies fit into one packet. */
const COMPRESSED_MIN_CHARACTERS = 1_024

/**
 * A public JSON response: revalidated each time, 304 if unchanged, in the best encoding, each with its own strong ETag. `vary`:
 * request headers besides Accept-Encoding that select the response. Only for public data. Logins and responses that require a token
 * use `json`, which never compresses: the length of a compressed body reveals what secrets and attacker-chosen input have in common
 * (BREACH).
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
