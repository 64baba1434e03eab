import type { Registry } from 'prom-client'
import type { RequestSummary } from '#server/http/access-log.ts'

type Client = Pick<typeof import('prom-client'), 'Counter' | 'Histogram'>

/** Anybody may send any word as a method; each word would be figures of its own. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
/** From what lies in memory to what waits for a hash of a password or a picture. */
const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** How many requests there were, and how long they took. As many figures as there are routes: what is asked for adds none. */
export function createRequestMetrics({ Counter, Histogram }: Client, registry: Registry) {
  const registers = [registry]
  const requests = new Counter({
    name: 'site_http_requests_total',
    help: 'Requests answered, pages that lay ready in memory left out.',
    labelNames: ['group', 'method', 'status'],
    registers,
  })
  const seconds = new Histogram({
    name: 'site_http_request_duration_seconds',
    help: 'Time from the request to the beginning of its answer, pages that lay ready in memory left out.',
    labelNames: ['group'],
    buckets: SECONDS,
    registers,
  })
  return ({ route, method, status, ms }: RequestSummary): void => {
    const group = groupOf(route)
    const known = METHODS.has(method) ? method : 'other'
    requests.inc({ group, method: known, status: `${Math.floor(status / 100)}xx` })
    seconds.observe({ group }, ms / 1000)
  }
}

/** `/api/blog-posts/:id/history` is `/api/blog-posts`, `/static/x.woff2` is `/static`, and any page is `pages`. */
export function groupOf(route: string): string {
  const [, first = '', second = ''] = route.split('/')
  if (first === '' || first === '*') return 'pages'
  if (first !== 'api') return `/${first}`
  return second === '' || second === '*' ? 'unknown calls' : `/api/${second}`
}
