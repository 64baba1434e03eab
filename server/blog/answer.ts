import { json } from '#server/http/json.ts'

/** For what only the administrator may see: no cache on the way keeps it. */
export const privateJson = (body: unknown, more: Record<string, string> = {}): Response =>
  json(body, { headers: { 'cache-control': 'private, no-store', ...more } })
