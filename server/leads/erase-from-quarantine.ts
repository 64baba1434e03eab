import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { readBytes } from '#server/storage/read-file.ts'
import { replaceFile } from '#server/storage/replace-file.ts'
import type { LeadRecord } from './lead-record.ts'

const NEWLINE = 10
const LINE_BREAK = Buffer.from('\n')

/**
 * Drops from every `.torn` file of the folder what holds the lead's id, e-mail or username: half a record cannot be read,
 * only searched. Throws what the disk throws.
 */
export async function dropFromTorn(folder: string, lead: LeadRecord): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.torn'))
  for (const name of names) await dropFrom(join(folder, name), tracesOf(lead))
}

async function dropFrom(path: string, traces: string[]): Promise<void> {
  const pieces = linesOf(await readBytes(path))
  const remaining = pieces.filter((piece) => !holds(piece.toString('utf8').toLowerCase(), traces))
  if (remaining.length === pieces.length) return
  await replaceFile(path, Buffer.concat(remaining.flatMap((piece) => [piece, LINE_BREAK])), { mode: 0o600 })
}

/** As they stand in a record, in small letters: whoever sent it twice may have typed them otherwise. */
const tracesOf = ({ id, email, username }: LeadRecord) =>
  [id, email, username]
    .filter((one): one is string => typeof one === 'string' && one !== '')
    .map((one) => JSON.stringify(one).toLowerCase())

/** Whole, or as far as a piece reaches that ends in the middle of it. */
const holds = (piece: string, traces: string[]) =>
  traces.some((trace) => piece.includes(trace) || endsWithin(piece, trace))

/** Shorter beginnings than these say nothing of anybody. */
const TRACE_MIN_CHARACTERS = 4

function endsWithin(piece: string, trace: string): boolean {
  for (let length = trace.length - 1; length >= TRACE_MIN_CHARACTERS; length--) {
    if (piece.endsWith(trace.slice(0, length))) return true
  }
  return false
}

function linesOf(bytes: Buffer): Buffer[] {
  const lines: Buffer[] = []
  let from = 0
  for (let at = bytes.indexOf(NEWLINE); at !== -1; at = bytes.indexOf(NEWLINE, from)) {
    lines.push(bytes.subarray(from, at))
    from = at + 1
  }
  return from < bytes.length ? [...lines, bytes.subarray(from)] : lines
}
