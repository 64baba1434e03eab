import type { LeadKind } from '#contract/lead-query.ts'
import { type Found, readBackwards } from '#server/storage/read-backwards.ts'
import { isLead, isTombstone, type LeadRecord } from './lead-record.ts'

/** A log of leads. */
export type LeadLog = { kind: LeadKind; path: string; end(): number }
/** In each log, the byte before which it is to be read. */
export type Ends = Record<LeadKind, number>
/** A line of a log. `record` is `undefined` where the lead was erased. */
export type Line = { kind: LeadKind; id: string; at: string; offset: number; record: LeadRecord | undefined }

type Stream = { kind: LeadKind; lines: Line[]; fill(): Promise<void>; close(): Promise<unknown> }

/**
 * The lines of the logs from the newest to the oldest, in pieces; of one log, always in the order in which they stand there.
 * Only the pieces that are just being read are in memory. Throws what the disk throws.
 */
export async function* newestFirst(logs: readonly LeadLog[], ends: Ends): AsyncGenerator<Line[]> {
  let streams = logs.map((log) => streamOf(log, ends[log.kind]))
  try {
    for (;;) {
      for (const stream of streams) await stream.fill()
      streams = streams.filter(({ lines }) => lines.length > 0)
      if (streams.length === 0) return
      yield merged(streams)
    }
  } finally {
    await Promise.all(streams.map((stream) => stream.close()))
  }
}

/** Its lines: the newest is the last. */
function streamOf({ kind, path }: LeadLog, end: number): Stream {
  const pieces = readBackwards(path, end)
  const stream: Stream = {
    kind,
    lines: [],
    async fill() {
      while (stream.lines.length === 0) {
        const { value, done } = await pieces.next()
        if (done) return
        stream.lines = linesIn(kind, value).reverse()
      }
    },
    close: () => pieces.return(undefined),
  }
  return stream
}

function linesIn(kind: LeadKind, found: Found[]): Line[] {
  return found.flatMap(({ record, offset }): Line[] => {
    if (isLead(record)) return [{ kind, id: record.id, at: record.at, offset, record }]
    return isTombstone(record) ? [{ kind, id: record.id, at: String(record.at), offset, record: undefined }] : []
  })
}

/** Everything of which the order is known: until one of the streams has to be read on. */
function merged(streams: Stream[]): Line[] {
  const lines: Line[] = []
  while (streams.every((stream) => stream.lines.length > 0)) {
    const newest = streams.reduce((one, other) => (isNewer(other, one) ? other : one))
    const line = newest.lines.pop()
    if (line) lines.push(line)
  }
  return lines
}

function isNewer(one: Stream, other: Stream): boolean {
  const [first, second] = [one.lines.at(-1), other.lines.at(-1)]
  return (first?.at ?? '') > (second?.at ?? '')
}
