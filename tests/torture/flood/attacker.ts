/** A process that floods a site with one row, and prints what it was answered. Run by the scenario, at the lowest priority. */
import { parseArgs } from 'node:util'
import { attackerAt, type FloodSite, floodRows } from './rows.ts'

export type Attack = { requests: number; seconds: number; statuses: Record<string, number> }

type Options = { url: string; row: string; seconds: number; site: FloodSite }

async function attack({ url, row: name, seconds, site }: Options): Promise<Attack> {
  const row = floodRows.find((one) => one.name === name)
  if (!row) throw new Error(`There is no row ${name}.`)
  const statuses: Record<string, number> = {}
  const began = performance.now()
  const isOver = () => performance.now() - began > seconds * 1_000
  let number = 0

  async function client() {
    while (!isOver()) {
      const n = number++
      const { path, method, json } = row?.request(n, site) ?? { path: '/' }
      const status = await fetch(url + path, {
        method: method ?? (json === undefined ? 'GET' : 'POST'),
        headers: {
          // Where passkeys are offered.
          host: 'localhost',
          'x-forwarded-for': row ? attackerAt(row, n) : '',
          ...(json !== undefined && { 'content-type': 'application/json' }),
        },
        ...(json !== undefined && { body: JSON.stringify(json) }),
        redirect: 'manual',
        decompress: false,
        signal: AbortSignal.timeout(Math.max(1, began + (seconds + 10) * 1_000 - performance.now())),
      }).then(
        async (answer) => {
          await answer.arrayBuffer().catch(() => {})
          return String(answer.status)
        },
        () => 'closed',
      )
      statuses[status] = (statuses[status] ?? 0) + 1
    }
  }
  await Promise.all(Array.from({ length: row.connections }, client))
  return { requests: number, seconds: (performance.now() - began) / 1_000, statuses }
}

if (import.meta.main) {
  const { values } = parseArgs({ args: process.argv.slice(2), options: { attack: { type: 'string', default: '{}' } } })
  console.log(JSON.stringify(await attack(JSON.parse(values.attack))))
  process.exit(0)
}
