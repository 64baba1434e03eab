import type { LeadFilter } from '#contract/lead-query.ts'
import type { LeadIndex } from './lead-index.ts'
import { folded, type LeadRecord, marksOf, wordsOf } from './lead-record.ts'
import type { Line } from './newest-first.ts'

export type LeadLine = Line & { record: LeadRecord }

/** Whether a line is a lead that the filter leaves. What costs most is asked last. */
export function matcher(filter: LeadFilter, { standing: statusOf }: Pick<LeadIndex, 'standing'>) {
  const words = folded(filter.q).split(/\s+/).filter(Boolean)

  const inTime = (day: string) => day >= (filter.from ?? '') && (filter.to === undefined || day <= filter.to)
  const marked = ({ record }: LeadLine) => (marksOf(record).length > 0 ? 'yes' : 'no')
  const hasStatus = (id: string) => {
    if (filter.state === undefined && filter.read === undefined) return true
    const { state, read } = statusOf(id)
    return state === (filter.state ?? state) && (read ? 'yes' : 'no') === (filter.read ?? (read ? 'yes' : 'no'))
  }
  const found = ({ kind, record }: LeadLine) => {
    if (words.length === 0) return true
    const text = wordsOf(kind, record)
    return words.every((word) => text.includes(word))
  }

  return (line: Line): line is LeadLine =>
    isLeadLine(line) &&
    line.kind === (filter.kind ?? line.kind) &&
    inTime(line.at.slice(0, 10)) &&
    (filter.plan === undefined || line.record.plan === filter.plan) &&
    (filter.marked === undefined || filter.marked === marked(line)) &&
    hasStatus(line.id) &&
    found(line)
}

const isLeadLine = (line: Line): line is LeadLine => line.record !== undefined
