import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { LogRecord } from '#server/storage/log-lines.ts'
import { type LogReader, scanLog } from '#server/storage/scan-log.ts'
import { leadFiles } from './lead-files.ts'
import { folded, isLead, isTombstone } from './lead-record.ts'

/**
 * What is wrong with the logs of leads in `storage/private`: a line each, as `file:line reason`, without anything that
 * somebody sent. Writes nothing. Throws what the disk throws.
 */
export async function verifyLeads(folder: string): Promise<string[]> {
  const files = leadFiles(folder)
  const ids = firstSeen('id')
  return [
    ...(await problemsIn(files.registration, [ids, firstSeen('username'), firstSeen('email')])),
    ...(await problemsIn(files.message, [ids])),
    ...(await problemsIn(files.events, [])),
    ...(await tornFiles(folder)),
  ]
}

type Check = (record: LogRecord, place: string) => string | undefined

/** Says where the same value stood before, ignoring case. What is kept of a value is a hash: a million must fit. */
function firstSeen(key: 'id' | 'username' | 'email'): Check {
  const places = new Map<number, string>()
  return (record, place) => {
    const value = record[key]
    if (typeof value !== 'string') return
    const known = Number(Bun.hash(folded(value)))
    const before = places.get(known)
    if (before === undefined) places.set(known, place)
    return before && `has the same ${key} as ${before}`
  }
}

async function problemsIn(file: string, checks: Check[]): Promise<string[]> {
  const problems: string[] = []
  const report = (line: number, reason: string | undefined) => {
    if (reason) problems.push(`${file}:${line} ${reason}`)
  }
  const reader: LogReader = {
    record(record, line) {
      if (checks.length > 0 && !isLead(record) && !isTombstone(record)) report(line, 'has no id or no time')
      for (const check of checks) report(line, check(record, `${file}:${line}`))
    },
    damage: (line) => report(line, 'is damaged: it holds no record'),
  }
  const { rest, lines } = await scanLog(file, reader)
  if (rest === 'torn') report(lines + 1, 'is torn: the next start sets it aside, unless it is just being written')
  return problems
}

async function tornFiles(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((error) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  return names
    .filter((name) => name.endsWith('.torn'))
    .sort()
    .map((name) => `${join(folder, name)}:1 was set aside after a crash: nobody was told that it is stored`)
}
