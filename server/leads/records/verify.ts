import { join } from 'node:path'
import { listFiles } from '#server/storage/files.ts'
import { type LogLine, type LogRecord, readLines } from '#server/storage/read-log.ts'
import type { LogReader } from '#server/storage/record-log.ts'
import { leadFiles } from './lead-logs.ts'
import type { LeadLogName } from './lead-model.ts'
import { isLead, isTombstone, normalize } from './lead-record.ts'

const NEWLINE = 10

/**
 * Returns what is wrong with the logs of leads in `storage/private`, one line per problem: `file:line reason`, without
 * personal data. Writes nothing. Throws file system errors.
 */
export const verifyLeads = async (folder: string): Promise<string[]> => {
  const files = leadFiles(folder)
  const read = (name: LeadLogName) => ({ source: files[name], lines: readLines(files[name]) })
  return [...(await problemsOf(read)), ...(await tornFiles(folder))]
}

/** The same for logs in a database, whose lines are numbered, too. Throws `StorageError`. */
export async function verifyDatabase(logs: Record<LeadLogName, LogReader>): Promise<string[]> {
  await logs.registration.refresh()
  return problemsOf((name) => {
    const { source, lines, end } = logs[name]
    return { source, lines: lines({ from: 0, end: end() }) }
  })
}

type Source = { source: string; lines: AsyncIterable<LogLine[]> }

async function problemsOf(read: (name: LeadLogName) => Source): Promise<string[]> {
  const uniqueId = checkUnique('id')
  return [
    ...(await problemsIn(read('registration'), [isKnown, uniqueId, checkUnique('username'), checkUnique('email')])),
    ...(await problemsIn(read('message'), [isKnown, uniqueId])),
    ...(await problemsIn(read('event'), [])),
  ]
}

type Check = (record: LogRecord, place: string) => string | undefined

const isKnown: Check = (record) => (isLead(record) || isTombstone(record) ? undefined : 'has no id or no time')

/** Finds values that occurred before, ignoring case. Stores hashes, so that a million values fit into memory. */
function checkUnique(key: 'id' | 'username' | 'email'): Check {
  const places = new Map<number, string>()
  return (record, place) => {
    const value = record[key]
    if (typeof value !== 'string') return
    const hash = Number(Bun.hash(normalize(value)))
    const before = places.get(hash)
    if (before === undefined) places.set(hash, place)
    return before && `has the same ${key} as ${before}`
  }
}

async function problemsIn({ source: file, lines: batches }: Source, checks: readonly Check[]): Promise<string[]> {
  const problems: string[] = []
  let line = 1
  let isTorn = false
  for await (const lines of batches) {
    for (const { bytes, record, isDamaged } of lines) {
      const place = `${file}:${line}`
      const reasons = record ? checks.map((check) => check(record, place)) : []
      if (isDamaged) reasons.push('is damaged: it holds no record')
      problems.push(...reasons.filter((reason) => reason !== undefined).map((reason) => `${place} ${reason}`))
      const isComplete = bytes[bytes.length - 1] === NEWLINE
      isTorn = !isComplete && !record
      if (isComplete) line++
    }
  }
  if (isTorn) problems.push(`${file}:${line} is torn: the next start sets it aside, unless it is just being written`)
  return problems
}

const tornFiles = async (folder: string): Promise<string[]> =>
  (await listFiles(folder))
    .filter((name) => name.endsWith('.torn'))
    .map((name) => `${join(folder, name)}:1 was set aside after a crash: nobody was told that it is stored`)
