import { parseArgs } from 'node:util'
import type { Lead, LeadCard } from '#contract/leads.ts'
import { runCommand, usageOf } from '#server/cli/run-command.ts'
import { onStandardError, sayWhichSite } from '#server/cli/which-site.ts'
import { readConfig } from '#server/config.ts'
import type { SiteDatabase } from '#server/database/database.ts'
import { createCsv } from '#server/leads/records/csv.ts'
import { createJsonLines } from '#server/leads/records/json-lines.ts'
import { inDatabase, readLeads } from '#server/leads/records/lead-logs.ts'
import { cardOf } from '#server/leads/records/lead-record.ts'
import { verifyDatabase, verifyLeads } from '#server/leads/records/verify.ts'
import { systemClock } from '#server/lib/clock.ts'
import { createLog, type Log } from '#server/lib/log.ts'
import { assertStore } from '#server/storage/store-marker.ts'
import { openCommandDatabase } from '#server/stores.ts'
import { eraseLead } from './erase-command.ts'

export const USAGE = usageOf({
  synopsis: `leads …
  list                          sign-ups and messages, newest first
  show ID                       one of them
  export [--format=csv|jsonl]   all of them
  verify                        checks the logs line by line
  erase ID [--yes]              deletes what a person sent`,
  example: 'bun run leads export > leads.csv',
  exitCodes: { 0: 'done', 1: 'nothing was done, damaged lines, or wrong arguments' },
})
const ALL = { q: '' }
const FORMATS = new Set(['csv', 'jsonl'])

type CommandOptions = {
  config: { privateDir: string; databaseUrl?: string | undefined }
  log: Log
  now(): Date
  /** Writes text as it is, including line breaks. */
  write(text: string): void
}

/** `bun run leads …`: what the dashboard does, on the command line. Returns the exit code. Only `erase` writes. */
export async function leadsCommand(args: string[], options: CommandOptions): Promise<number> {
  const { privateDir, databaseUrl } = options.config
  await assertStore(privateDir, databaseUrl)
  const database = await openCommandDatabase(databaseUrl, options.log)
  return run(args, options, database).finally(() => database?.close())
}

async function run(
  args: string[],
  { config, now, write }: CommandOptions,
  database: SiteDatabase | undefined,
): Promise<number> {
  const folder = config.privateDir
  const print = (line: string) => write(`${line}\n`)
  const { verb, id, yes, format } = parse(args)
  const leads = await readLeads(folder, database)

  switch (verb) {
    case 'list':
      for await (const lines of leads.all(ALL)) {
        for (const line of lines) print(formatCard(cardOf(line.kind, line.record, line)))
      }
      return 0
    case 'show':
      for (const line of formatLead(await leads.get(id))) print(line)
      return 0
    case 'export':
      for await (const piece of format === 'jsonl' ? createJsonLines(leads, ALL) : createCsv(leads, ALL)) write(piece)
      return 0
    case 'verify': {
      const problems = await (database ? verifyDatabase(inDatabase(database)) : verifyLeads(folder))
      for (const problem of problems) print(problem)
      print(problems.length === 0 ? 'The logs are whole.' : `Problems: ${problems.length}`)
      return problems.length === 0 ? 0 : 1
    }
    case 'erase':
      if (yes) {
        await eraseLead(id, { folder, now, database })
        print('The lead is erased. Its id and time are all that is left.')
        return 0
      }
      print(formatCard(await leads.get(id)))
      print('This lead would be erased for good. Add --yes to do so.')
      return 1
    default:
      print(USAGE)
      return 1
  }
}

/** Returns an empty verb for invalid arguments. */
function parse(args: string[]) {
  try {
    const options = {
      yes: { type: 'boolean', default: false },
      format: { type: 'string', default: 'csv' },
    } as const
    const { positionals, values } = parseArgs({ args, allowPositionals: true, options })
    const [verb = '', id = '', ...rest] = positionals
    const isKnown = rest.length === 0 && FORMATS.has(values.format)
    return { verb: isKnown ? verb : '', id, ...values }
  } catch {
    return { verb: '', id: '', yes: false, format: '' }
  }
}

const formatCard = ({ id, at, kind, state, read, name, company, email }: Omit<LeadCard, 'marks'>) =>
  [id, at, kind, read ? state : `${state}, unread`, name, company, email].map(plain).join('\t')

const formatLead = ({ fields, message, address, marks, events, ...card }: Lead) => [
  formatCard(card),
  ...fields.map(({ label, value }) => `${label}: ${plain(value)}`),
  ...(message === undefined ? [] : ['Message:', ...message.split('\n').map(plain)]),
  `Network: ${plain(address)}`,
  ...(marks.length > 0 ? [`Marks: ${marks.join(' ')}`] : []),
  ...events.map(({ at, state }) => `${plain(at)} ${state}`),
]

/** Removes control characters, which could send commands to the terminal. */
const plain = (text: string) => text.replace(/\p{C}/gu, ' ')

if (import.meta.main) {
  const write = (text: string) => void process.stdout.write(text)
  await runCommand(USAGE, async () => {
    const config = readConfig(process.env)
    await sayWhichSite(config, onStandardError)
    const log = createLog('error', console.error)
    return leadsCommand(process.argv.slice(2), { config, now: systemClock, write, log })
  })
}
