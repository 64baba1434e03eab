import type { LeadFilter } from '#contract/lead-query.ts'
import type { LeadLine, LeadReader } from './lead-reader.ts'

/**
 * Returns the leads that match as JSON lines, in pieces: what became of each, and its record as it is stored. The hash of
 * the password stays here.
 */
export async function* createJsonLines(leads: Pick<LeadReader, 'all'>, filter: LeadFilter): AsyncGenerator<string> {
  for await (const lines of leads.all(filter)) yield lines.map(textOf).join('')
}

function textOf({ kind, state, read, record: { passwordHash, ...data } }: LeadLine): string {
  // `state` of a record is a part of the address.
  return `${JSON.stringify({ kind, progress: state, read, ...data })}\n`
}
