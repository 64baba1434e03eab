/**
 * `bun run flows`: prints which files of the server have functions that run in each flow of docs/architecture.md, measured in a
 * running server. With `--check`, compares them with the documentation and exits with 1 if they differ.
 */
import { type Flow, measureFlows } from './measured-flows.ts'

const DOCUMENT = 'docs/architecture.md'

type Documented = { files: string[]; count: number | undefined }

/** The files in the last column of the table below a flow's heading, and the first number of files that the section names. */
function documentedIn(document: string, heading: string): Documented {
  const section = document.split(`\n### ${heading}\n`)[1]?.split(/\n##/)[0] ?? ''
  const cells = [...section.matchAll(/^\|.*\|([^|\n]*)\|$/gm)].map(([, cell = '']) => cell)
  const files = cells.flatMap((cell) => [...cell.matchAll(/`(server\/[\w./-]+)`/g)].map(([, file = '']) => file))
  const count = /\b(\d+) files\b/.exec(section)?.[1]
  return { files, count: count === undefined ? undefined : Number(count) }
}

/** Sentences about how a flow differs from the documentation. */
function differences({ heading, files }: Flow, documented: Documented): string[] {
  const missing = files.filter((file) => !documented.files.includes(file))
  const wrong = documented.files.filter((file) => !files.includes(file))
  const twice = documented.files.filter((file, index) => documented.files.indexOf(file) !== index)
  return [
    ...missing.map((file) => `${heading}: ${file} ran and is not documented.`),
    ...wrong.map((file) => `${heading}: ${file} is documented and did not run.`),
    ...twice.map((file) => `${heading}: ${file} is documented twice.`),
    ...(documented.count === files.length ? [] : [`${heading}: ${files.length} files ran, not ${documented.count}.`]),
  ]
}

const flows = await measureFlows()
for (const { heading, files } of flows) console.log(`${heading}: ${files.length} files\n  ${files.join('\n  ')}\n`)
if (process.argv.includes('--check')) {
  const document = await Bun.file(DOCUMENT).text()
  const found = flows.flatMap((flow) => differences(flow, documentedIn(document, flow.heading)))
  console.log(found.join('\n') || `${DOCUMENT} is up to date.`)
  process.exitCode = found.length === 0 ? 0 : 1
}
