import { apiPaths } from '#contract/paths.ts'
import type { Observe } from '#server/http/observe.ts'
import type { createApp } from './app.ts'

/** Addresses that are a page only for those who ask for HTML (decision 4): their own route decides. */
const NEGOTIATED: ReadonlySet<string> = new Set([apiPaths.plans])

/**
 * Bun would refuse a body over its own limit with an empty 413, so that limit is out of the way: every body is read by
 * `readBytes`, which refuses by a message and stops reading. A port that another process has is an error, not shared.
 */
const options = { maxRequestBodySize: Number.MAX_SAFE_INTEGER, reusePort: false, development: false, idleTimeout: 10 }

type Sources = {
  pages: { ready(target: string): ((request: Request) => Response) | undefined }
  observe: Observe
}

/**
 * Puts the app on a port. A page that lies ready is sent before the router is asked: that is most of what visitors want,
 * and the way around costs a tenth of the speed: so it has no id, and no line in the log. Throws where the port cannot be had.
 */
export function listen(
  app: ReturnType<typeof createApp>,
  { pages, observe }: Sources,
  place: { port: number; hostname: string },
): Bun.Server<undefined> {
  const server: Bun.Server<undefined> = Bun.serve({
    ...options,
    ...place,
    fetch(request) {
      const target = request.url.slice(request.url.indexOf('/', 8))
      const send = request.method === 'GET' && !NEGOTIATED.has(target) ? pages.ready(target) : undefined
      return send ? send(request) : observe(request, app.fetch, () => server.requestIP(request)?.address ?? '')
    },
  })
  app.server = server
  return server
}
