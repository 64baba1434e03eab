import { apiHeaders } from '#server/http/headers.ts'

/** JSON that is written already, for what only the administrator may see: no cache on the way stores it. */
export const privateText = (text: string, more: Record<string, string> = {}): Response =>
  new Response(text, {
    headers: { ...apiHeaders, 'cache-control': 'private, no-store', vary: 'Authorization', ...more },
  })

/** The same for a value. */
export const privateJson = (body: unknown): Response => privateText(JSON.stringify(body))
