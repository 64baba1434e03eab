import { freePort } from '#tests/helpers/ports.ts'
import { load } from './load.ts'
import { serve, serveSite } from './server.ts'

const ROUNDS = 5
const SECONDS = 2

type Server = Awaited<ReturnType<typeof serve>>
type Round = { perSecond: number; cpuMicroseconds: number }

const median = (numbers: number[]) =>
  numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? Number.NaN

async function round(server: Server, path: string): Promise<Round> {
  const before = await server.cpuSeconds()
  const { requestsPerSecond } = await load(server.url + path, SECONDS)
  const used = (await server.cpuSeconds()) - before
  return { perSecond: requestsPerSecond, cpuMicroseconds: (used / (requestsPerSecond * SECONDS)) * 1e6 }
}

/**
 * Compares the home page and a post of the real app to a bare handler with the same bytes, in alternating rounds. Returns rows for
 * the table.
 */
export async function benchPages(): Promise<string[][]> {
  const site = await serveSite('content', '/')
  const posts = (await (await fetch(`${site.url}/api/blog-posts?fields=card`)).json()) as { id: string }[]
  const paths = ['/', `/blog/${posts[0]?.id}`]
  const port = await freePort()
  const bare = await serve(['bun', 'tests/bench/bare.ts', String(port), site.url, ...paths], port, '/')
  const rows: string[][] = []
  for (const path of paths) {
    const ours: Round[] = []
    const theirs: Round[] = []
    await load(site.url + path, 1)
    await load(bare.url + path, 1)
    for (let count = 0; count < ROUNDS; count++) {
      ours.push(await round(site, path))
      theirs.push(await round(bare, path))
    }
    const speed = ours.map((one, index) => one.perSecond / (theirs[index]?.perSecond ?? Number.NaN))
    const cost = ours.map((one, index) => one.cpuMicroseconds / (theirs[index]?.cpuMicroseconds ?? Number.NaN))
    rows.push([`${path === '/' ? 'home' : 'post'}: requests/s, × bare handler`, median(speed).toFixed(2), '≥ 0.85'])
    rows.push([`${path === '/' ? 'home' : 'post'}: CPU per request, × bare handler`, median(cost).toFixed(2), ''])
    rows.push([
      `${path === '/' ? 'home' : 'post'}: requests/s (this machine)`,
      Math.round(median(ours.map((one) => one.perSecond))).toString(),
      '',
    ])
  }
  await Promise.all([site.stop(), bare.stop()])
  return rows
}
