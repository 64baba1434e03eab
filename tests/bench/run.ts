/** `bun run bench`: figures of this machine and ratios that hold on any, as one table. Not a test: nothing here fails. */
import { benchCommits } from './commits.ts'
import { benchContent } from './content.ts'
import { benchFiles } from './files.ts'
import { benchMillion } from './million.ts'
import { benchPages } from './pages.ts'
import { benchScripts } from './scripts.ts'
import { benchSignUps } from './sign-ups.ts'

await Bun.$`bun run build`.quiet()
const rows = [
  ['what', 'measured', 'aim'],
  ...(await benchScripts()),
  ...(await benchPages()),
  ...(await benchSignUps()),
  ...(await benchMillion()),
  ...(await benchContent(10_000)),
  ...(await benchCommits(1_000)),
  ...(await benchCommits(10_000)),
  ...(await benchFiles(1_000)),
  ...(await benchFiles(10_000)),
]
const width = (column: number) => Math.max(...rows.map((row) => row[column]?.length ?? 0))
const [first, second] = [width(0), width(1)]
for (const [what = '', measured = '', aim = ''] of rows)
  console.log(`${what.padEnd(first)}  ${measured.padStart(second)}  ${aim}`)
process.exit(0)
