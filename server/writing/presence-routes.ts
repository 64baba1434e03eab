import { Elysia } from 'elysia'
import { bearerOf, type Identity, type RequestTools } from '#server/http/request.ts'
import { apiHeaders } from '#server/http/responses.ts'
import type { PresenceStreams } from './presence.ts'

const ONE = '/api/presence/:id'

const HEADERS = {
  ...apiHeaders,
  'content-type': 'application/x-ndjson; charset=utf-8',
  // Proxies pass each line on at once, and do not compress.
  'cache-control': 'private, no-store, no-transform',
  'x-accel-buffering': 'no',
}

export type Identify = (token: string, request: Request) => Promise<Identity | undefined>

/** Who else has a post open, as a stream that ends with the session. */
export function presenceRoutes(presence: PresenceStreams, { requireAdmin }: RequestTools, identify: Identify) {
  async function open(request: Request, id: string): Promise<Response> {
    const { administrator, session } = await requireAdmin(request)
    const token = bearerOf(request) ?? ''
    const isValid = async () => (await identify(token, request))?.session.id === session.id
    return new Response(presence.open(id, administrator, isValid), { headers: HEADERS })
  }

  return new Elysia({ name: 'presence' }).get(ONE, ({ request, params }) => open(request, params.id))
}
