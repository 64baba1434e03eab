import { cpus } from 'node:os'
import { percentile } from './percentile.ts'
import { type ServedSite, serveSite } from './server.ts'
import { beginStorm, STORM_CONCURRENCY } from './storm.ts'
import { visits } from './visits.ts'

const ROUNDS = 5
const SECONDS = 4
/** Until the queue has reached its steady length. */
const WARM_UP_MS = 1_000

const ms = (time: number) => `${time < 10 ? time.toFixed(2) : Math.round(time)} ms`

async function stormRows(site: ServedSite, how: string, seconds: number): Promise<string[][]> {
  await beginStorm(site.url).end()
  const storm = beginStorm(site.url)
  await Bun.sleep(seconds * 1000)
  const { perSecond, medianMs, p99Ms } = await storm.end()
  const named = `sign-ups, ${how}, ${STORM_CONCURRENCY} at once`
  return [
    [`${named}: acknowledged/s`, perSecond.toFixed(perSecond < 100 ? 1 : 0), ''],
    [`${named}: median`, ms(medianMs), ''],
    [`${named}: p99`, ms(p99Ms), ''],
  ]
}

/** Measures the home page without and with sign-up load, in alternating rounds. */
async function pageRows(site: ServedSite): Promise<string[][]> {
  const quiet: number[] = []
  const stormy: number[] = []
  await visits(site.url, 1)
  for (let round = 0; round < ROUNDS; round++) {
    quiet.push(percentile(await visits(site.url, SECONDS), 0.99))
    const storm = beginStorm(site.url)
    await Bun.sleep(WARM_UP_MS)
    stormy.push(percentile(await visits(site.url, SECONDS), 0.99))
    await storm.end()
  }
  const [before, during] = [percentile(quiet, 0.5), percentile(stormy, 0.5)]
  return [
    [`home, p99, quiet (visitors share the ${cpus().length} cores)`, ms(before), ''],
    ['home, p99, while companies sign up', ms(during), ''],
    ['home, p99, while companies sign up, × quiet', (during / before).toFixed(1), '≤ 3'],
  ]
}

/** Measures sign-ups with real and with free hashes, and their effect on pages. Returns rows for the table. */
export async function benchSignUps(): Promise<string[][]> {
  const site = await serveSite('content', '/')
  const rows = [...(await pageRows(site)), ...(await stormRows(site, 'argon2id', 15))]
  await site.stop()
  const cheap = await serveSite('content', '/', { server: 'tests/torture/server.ts' })
  rows.push(...(await stormRows(cheap, 'no hash', 5)))
  await cheap.stop()
  return rows
}
