import { adminPaths } from '#contract/admin-paths.ts'
import { PRESENCE_HEARTBEAT_MS } from '#contract/presence.ts'
import { endpoint } from '#server/http/endpoint.ts'
import { apiHeaders } from '#server/http/responses.ts'
import type { PresenceStreams } from './presence.ts'

const HEADERS = {
  ...apiHeaders,
  'content-type': 'application/x-ndjson; charset=utf-8',
  // Proxies pass each line on at once, and do not compress.
  'cache-control': 'private, no-store, no-transform',
  'x-accel-buffering': 'no',
}

/** Who else has a post open, as a stream that ends with the session. */
export const presenceEndpoints = (presence: PresenceStreams) => [
  endpoint({
    id: 'followPost',
    summary: 'Streams who else has a post open, and its saves',
    description: `\`others\` are names, \`revision\` is the file's, \`saved\` is its last change since the stream began: \`by\` (null outside the dashboard), \`own\` and \`at\`. A line is repeated every ${PRESENCE_HEARTBEAT_MS / 1000} seconds. Ends with the session.`,
    method: 'GET',
    path: adminPaths.presence.pattern,
    access: 'administrator',
    response: {
      description: 'JSON lines without an end. Each is the complete state.',
      type: 'application/x-ndjson',
      isStream: true,
    },
    errors: [503],
    handle: ({ params, who, isLoggedIn }) =>
      new Response(presence.open(params.id, who.person, isLoggedIn), { headers: HEADERS }),
  }),
]
