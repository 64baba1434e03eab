import { stringify } from 'csv-stringify/sync'
import type { LeadFilter } from '#contract/lead-query.ts'
import type { LeadLine } from './filter.ts'
import { fieldLabels, fieldsOf, marksOf, textIn } from './lead-record.ts'
import type { LeadReader } from './read-leads.ts'

/** `State` is a field of the sign-up. */
const columns = ['Id', 'Received', 'Kind', 'Progress', 'Read', 'Marks', ...fieldLabels, 'Message', 'Network']
/**
 * A spreadsheet would run a cell that begins like a formula: such cells begin with an apostrophe. Cells with any line
 * break are quoted, not only those that hold the one that ends a line.
 */
const options = { columns, escape_formulas: true, record_delimiter: '\r\n', quoted_match: /[\r\n]/ }

/** The leads that the filter leaves as lines of CSV (RFC 4180), in pieces: first the mark of UTF-8 and the names of the columns. */
export async function* csvOf(leads: Pick<LeadReader, 'all' | 'standing'>, filter: LeadFilter): AsyncGenerator<string> {
  yield `\ufeff${stringify([columns], options)}`
  for await (const lines of leads.all(filter)) {
    if (lines.length > 0)
      yield stringify(
        lines.map((line) => rowOf(line, leads.standing)),
        options,
      )
  }
}

function rowOf({ kind, id, at, record }: LeadLine, standing: LeadReader['standing']): Record<string, string> {
  const { state, read } = standing(id)
  return {
    Id: id,
    Received: at,
    Kind: kind,
    Progress: state,
    Read: read ? 'yes' : 'no',
    Marks: marksOf(record).join(' '),
    ...Object.fromEntries(fieldsOf(kind, record).map(({ label, value }) => [label, value])),
    Message: textIn(record.message),
    Network: textIn(record.address),
  }
}

/** As the body of an answer: read on only as fast as it is taken, and no further than that. */
export function streamOf(pieces: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = await pieces.next()
      if (done) controller.close()
      else controller.enqueue(encoder.encode(value))
    },
    async cancel() {
      await pieces.return(undefined)
    },
  })
}
