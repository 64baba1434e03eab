import { stringify } from 'csv-stringify/sync'
import type { LeadFilter } from '#contract/lead-query.ts'
import type { LeadLine, LeadReader } from './lead-reader.ts'
import { fieldLabels, fieldsOf, marksOf, textIn } from './lead-record.ts'

/** `Progress` is the lead's state; `State` is a field of the sign-up. */
const columns = ['Id', 'Received', 'Kind', 'Progress', 'Read', 'Marks', ...fieldLabels, 'Message', 'Network']
/**
 * Cells that begin like a formula get an apostrophe, because a spreadsheet would run them. Cells with any line break are
 * quoted, not only those with the record delimiter.
 */
const options = { columns, escape_formulas: true, record_delimiter: '\r\n', quoted_match: /[\r\n]/ }

/** Returns the leads that match as CSV (RFC 4180), in pieces. The first has the UTF-8 mark and the column names. */
export async function* createCsv(leads: Pick<LeadReader, 'all'>, filter: LeadFilter): AsyncGenerator<string> {
  yield `\ufeff${stringify([columns], options)}`
  for await (const lines of leads.all(filter)) if (lines.length > 0) yield stringify(lines.map(rowOf), options)
}

function rowOf({ kind, id, record, state, read }: LeadLine): Record<string, string> {
  return {
    Id: id,
    Received: record.at,
    Kind: kind,
    Progress: state,
    Read: read ? 'yes' : 'no',
    Marks: marksOf(record).join(' '),
    ...Object.fromEntries(fieldsOf(kind, record).map(({ label, value }) => [label, value])),
    Message: textIn(record.message),
    Network: textIn(record.address),
  }
}

/** Turns pieces into a response body, which reads them no faster than the client does and stops when it disconnects. */
export function toStream(pieces: AsyncGenerator<string>): ReadableStream<string> {
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = await pieces.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    cancel: async () => void (await pieces.return(undefined)),
  })
}
