import { cpuMilliseconds } from '#tests/helpers/usage.ts'
import { aSignUp, leadSite } from '#tests/leads/lead-site.ts'
import { percentile } from './percentile.ts'

const ROUNDS = 10
/** A word of no lead, of all, of some with a filter, and of one. */
const QUERIES = ['q=zeppelin', 'q=a', 'q=owner&state=lost', 'q=ann777%40bakery']

/** Measures searches over this many sign-ups: the processor time of the process, with the request. Returns rows for the table. */
export async function benchLeads(count: number): Promise<string[][]> {
  const site = await leadSite({ signUps: Array.from({ length: count }, (_, n) => aSignUp(n)) })
  const took = async (query: string) => {
    const started = cpuMilliseconds()
    await (await site.send('GET', `/api/leads?limit=10&${query}`)).text()
    return cpuMilliseconds() - started
  }
  const named = `${count.toLocaleString('en-US')} sign-ups`
  // The model of the leads is made by the first request of all.
  await site.send('GET', '/api/leads?limit=10&kind=message')
  const first = await took(QUERIES[0] ?? '')
  const rows = [[`${named}: the first search after a start`, `${first.toFixed(0)} ms`, '']]
  for (const query of QUERIES) {
    const times: number[] = []
    for (let round = 0; round < ROUNDS; round++) times.push(await took(query))
    rows.push([`${named}: ${query}, median`, `${percentile(times, 0.5).toFixed(0)} ms`, '≤ 50 ms'])
  }
  await site.close()
  return rows
}
