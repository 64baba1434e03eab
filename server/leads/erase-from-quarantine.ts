import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { readBytes, replaceFile } from '#server/storage/files.ts'
import type { LeadRecord } from './lead-record.ts'

/** Shorter beginnings do not identify a person. */
const TRACE_MIN_CHARACTERS = 4

/**
 * Removes the lines with the lead's id, e-mail or username from every `.torn` file of the folder. These lines are not
 * parsed, because half a record is no JSON. Throws file system errors.
 */
export async function eraseFromQuarantine(folder: string, lead: LeadRecord): Promise<void> {
  const traces = tracesOf(lead)
  const names = (await readdir(folder)).filter((name) => name.endsWith('.torn'))
  for (const name of names) await eraseFromFile(join(folder, name), traces)
}

async function eraseFromFile(path: string, traces: readonly string[]): Promise<void> {
  // Keeps every byte, whatever the encoding.
  const text = (await readBytes(path)).toString('latin1')
  const lines = text.split('\n')
  const remaining = lines.filter(
    (line) => !hasTrace(Buffer.from(line, 'latin1').toString('utf8').toLowerCase(), traces),
  )
  if (remaining.length === lines.length) return
  await replaceFile(path, Buffer.from(remaining.join('\n'), 'latin1'), { mode: 0o600 })
}

/** The values as JSON in lower case, because the same person may have typed them in another case. */
const tracesOf = ({ id, email, username }: LeadRecord) =>
  [id, email, username]
    .filter((value): value is string => typeof value === 'string' && value !== '')
    .map((value) => JSON.stringify(value).toLowerCase())

const hasTrace = (line: string, traces: readonly string[]) =>
  traces.some((trace) => line.includes(trace) || endsWithBeginning(line, trace))

/** Whether the line was torn within the trace. */
function endsWithBeginning(line: string, trace: string): boolean {
  for (let length = trace.length - 1; length >= TRACE_MIN_CHARACTERS; length--) {
    if (line.endsWith(trace.slice(0, length))) return true
  }
  return false
}
