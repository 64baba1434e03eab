/**
 * `bun run bench`: measurements of this machine and ratios that hold on any, as one table. Not a test: nothing here fails.
 * `--server`: only the site next to plain nginx (Debian: nginx-light; wrk makes the better load) and a bare handler.
 * `--mixed=MINUTES [--per-second=REQUESTS]`: only memory under a sustained mixed load, unlimited or at that rate. `--json=FILE` also
 * writes the rows there. `--start=POSTS`: only starts with so many posts, without and with derived data.
 * `--leads=SIGN_UPS`: only searches in so many leads.
 */
import { parseArgs } from 'node:util'
import { benchBesideNginx, nginxRows } from './compare-nginx.ts'
import { benchContent } from './content.ts'
import { benchFiles } from './files.ts'
import { benchLeads } from './leads.ts'
import { benchMillion } from './million.ts'
import { benchMixed } from './mixed.ts'
import { benchPages } from './pages.ts'
import { benchSaves } from './saves.ts'
import { benchScripts } from './scripts.ts'
import { benchSearch } from './search.ts'
import { benchSignUps } from './sign-ups.ts'
import { benchStart } from './start.ts'

const { values } = parseArgs({
  options: {
    server: { type: 'boolean' },
    mixed: { type: 'string' },
    'per-second': { type: 'string' },
    start: { type: 'string' },
    leads: { type: 'string' },
    json: { type: 'string' },
  },
})

const everything = async () => [
  ...(await benchScripts()),
  ...(await benchPages()),
  ...(await benchSignUps()),
  ...(await benchMillion()),
  ...(await benchContent(10_000)),
  ...(await benchSearch(10_000)),
  ...(await benchSaves(1_000)),
  ...(await benchSaves(10_000)),
  ...(await benchFiles(1_000)),
  ...(await benchFiles(10_000)),
]

function chosen(): Promise<string[][]> {
  if (values.leads) return benchLeads(Number(values.leads))
  if (values.start) return benchStart(Number(values.start))
  if (values.mixed) return benchMixed(10_000, Number(values.mixed), Number(values['per-second'] ?? Infinity))
  return values.server ? benchBesideNginx().then(nginxRows) : everything()
}

await Bun.$`bun run build`.quiet()
const measured = await chosen()
const rows = [['what', 'measured', 'aim'], ...measured]
const width = (column: number) => Math.max(...rows.map((row) => row[column]?.length ?? 0))
const [first, second] = [width(0), width(1)]
for (const [what = '', found = '', aim = ''] of rows)
  console.log(`${what.padEnd(first)}  ${found.padStart(second)}  ${aim}`)
if (values.server && !Bun.which('wrk')) console.log('Without wrk, ratios come out closer to 1: apt-get install wrk')
if (values.json) {
  const results = measured.map(([what, found, aim]) => ({ what, measured: found, aim }))
  await Bun.write(values.json, `${JSON.stringify(results, null, 2)}\n`)
}
process.exit(0)
