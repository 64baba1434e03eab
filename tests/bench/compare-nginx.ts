import { freePort } from '#tests/helpers/ports.ts'
import { load } from './load.ts'
import { serveNginx } from './nginx.ts'
import { percentile } from './percentile.ts'
import { serve, serveSite } from './server.ts'

const ROUNDS = 7
/** Startup is over after this: every page rendered and compressed at best quality. */
const SETTLE_MS = 20_000
const SECONDS = 2

/** A server and the URL of the page there. */
type Rival = { name: 'app' | 'nginx' | 'bare handler'; url: string; cpuSeconds: () => Promise<number> }
/** `cpu`: CPU µs per response, which other load changes far less than throughput. */
type Round = { perSecond: number; p99: number; cpu: number }
type Measurements = Round & { times: (other: Rival['name'], what: 'perSecond' | 'cpu') => number }
export type NginxComparison = { page: string; answer: '200' | '304'; bytes: number } & Record<
  Rival['name'],
  Measurements
>

const median = (numbers: number[]) => percentile(numbers, 0.5)
const GZIP = 'Accept-Encoding: gzip'

async function fetched(url: string, encoding: string) {
  const answer = await fetch(url, { headers: { 'accept-encoding': encoding }, decompress: false })
  if (!answer.ok) throw new Error(`${url} answers ${answer.status}.`)
  return { bytes: new Uint8Array(await answer.arrayBuffer()), etag: answer.headers.get('etag') ?? '' }
}

async function oneRound({ url, cpuSeconds }: Rival, headers: string[]): Promise<Round> {
  const before = await cpuSeconds()
  const { requestsPerSecond, p99 } = await load(url, SECONDS, headers)
  const used = (await cpuSeconds()) - before
  return { perSecond: requestsPerSecond, p99, cpu: (used / (requestsPerSecond * SECONDS)) * 1e6 }
}

/** Alternating rounds, so that other load affects all servers. The first is discarded. */
async function measure(rivals: readonly Rival[], headersFor: (rival: Rival) => Promise<string[]>) {
  const rounds: Partial<Record<Rival['name'], Round>>[] = []
  for (let count = 0; count <= ROUNDS; count++) {
    const round: Partial<Record<Rival['name'], Round>> = {}
    for (const rival of rivals) round[rival.name] = await oneRound(rival, await headersFor(rival))
    if (count > 0) rounds.push(round)
  }
  const all = (name: Rival['name'], what: keyof Round) => rounds.map((round) => round[name]?.[what] ?? Number.NaN)
  const measurements = (name: Rival['name']): Measurements => ({
    perSecond: Math.round(median(all(name, 'perSecond'))),
    p99: median(all(name, 'p99')),
    cpu: median(all(name, 'cpu')),
    times(other, what) {
      // Per round, because the machine's load was then the same for both.
      const theirs = all(other, what)
      return median(all(name, what).map((ours, index) => ours / (theirs[index] ?? Number.NaN)))
    },
  })
  return { app: measurements('app'), nginx: measurements('nginx'), 'bare handler': measurements('bare handler') }
}

/**
 * Compares two pages of the real app with all their headers to plain nginx with the same bytes as files, and to a bare Bun handler
 * with the same bytes from a Map: full responses (gzip, because nginx has no Brotli) and 304.
 */
export async function benchBesideNginx(): Promise<NginxComparison[]> {
  const site = await serveSite('content', '/')
  await Bun.sleep(SETTLE_MS)
  const posts: { id: string }[] = await (await fetch(`${site.url}/api/blog-posts?fields=card`)).json()
  const paths = { home: '/', post: `/blog/${posts[0]?.id}` }
  const bodies: Record<string, { plain: Uint8Array; gzip: Uint8Array }> = {}
  for (const [name, path] of Object.entries(paths))
    bodies[name] = {
      plain: (await fetched(site.url + path, 'identity')).bytes,
      gzip: (await fetched(site.url + path, 'gzip')).bytes,
    }
  const port = await freePort()
  const bare = await serve(['bun', 'tests/bench/bare.ts', String(port), site.url, ...Object.values(paths)], port, '/')
  const nginx = await serveNginx(bodies)
  const found: NginxComparison[] = []
  for (const [page, path] of Object.entries(paths)) {
    const rivals: Rival[] = [
      { ...site, name: 'app', url: site.url + path },
      ...(nginx ? [{ ...nginx, name: 'nginx' as const, url: `${nginx.url}/${page}.html` }] : []),
      { ...bare, name: 'bare handler', url: bare.url + path },
    ]
    const known = async ({ url }: Rival) => [GZIP, `If-None-Match: ${(await fetched(url, 'gzip')).etag}`]
    const bytes = bodies[page]?.gzip.byteLength ?? 0
    found.push({ page, answer: '200', bytes, ...(await measure(rivals, async () => [GZIP])) })
    found.push({ page, answer: '304', bytes: 0, ...(await measure(rivals, known)) })
  }
  await Promise.all([site.stop(), bare.stop(), nginx?.stop()])
  return found
}

const ratio = (number: number) => (Number.isNaN(number) ? 'no nginx' : number.toFixed(2))

const aim = (answer: string) => (answer === '200' ? '≥ 0.95' : '')

/** Rows for the table. */
export function nginxRows(found: readonly NginxComparison[]): string[][] {
  const rows = found.flatMap(({ page, answer, app, nginx, 'bare handler': bare }) => [
    [`${page}, ${answer}: requests/s, × plain nginx`, ratio(app.times('nginx', 'perSecond')), aim(answer)],
    [`${page}, ${answer}: requests/s, × bare handler`, ratio(app.times('bare handler', 'perSecond')), ''],
    [`${page}, ${answer}: CPU for each, × plain nginx`, ratio(app.times('nginx', 'cpu')), ''],
    [`${page}, ${answer}: CPU for each, × bare handler`, ratio(app.times('bare handler', 'cpu')), ''],
    [`${page}, ${answer}: p99, × plain nginx`, ratio(app.p99 / nginx.p99), '≤ 2'],
    [`${page}, ${answer}: bare handler, × plain nginx`, ratio(bare.times('nginx', 'perSecond')), ''],
    [`${page}, ${answer}: requests/s (this machine)`, String(app.perSecond), ''],
  ])
  const faster = found
    .filter(({ answer }) => answer === '304')
    .map(({ page, app }) => {
      const whole = found.find((one) => one.page === page && one.answer === '200')?.app.perSecond ?? Number.NaN
      return [`${page}: 304, × 200`, ratio(app.perSecond / whole), '> 1']
    })
  return [...rows, ...faster]
}
