import { apiPaths } from '#contract/paths.ts'
import { another } from '#tests/registration/a-registration.ts'
import { percentile } from './percentile.ts'

export const STORM_CONCURRENCY = 64
let company = 0

/** Signs up companies with 64 concurrent clients until `end` is called. */
export function beginStorm(url: string) {
  const began = performance.now()
  const times: number[] = []
  let ending = false

  async function client() {
    while (!ending) {
      const sent = performance.now()
      const answer = await fetch(url + apiPaths.register, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(another(++company)),
      })
      if (answer.status !== 200) throw new Error(`A sign-up was answered ${answer.status}: ${await answer.text()}`)
      await answer.text()
      times.push(performance.now() - sent)
    }
  }
  const clients = Promise.all(Array.from({ length: STORM_CONCURRENCY }, client))

  return {
    /** Waits for the last response and returns the rate. */
    async end() {
      ending = true
      const perSecond = times.length / ((performance.now() - began) / 1000)
      await clients
      return { perSecond, medianMs: percentile(times, 0.5), p99Ms: percentile(times, 0.99) }
    },
  }
}
