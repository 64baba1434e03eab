import type { ImportPlanView } from '#contract/imports.ts'
import { CountList } from './import.styles.ts'

/** `1 post`, `1,204 posts`. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`

/** How many posts of a plan are in each state. */
export function PlanCounts({ plan: { live, draft, scheduled, rejected_count } }: { plan: ImportPlanView }) {
  const counts = { Live: live.count, Drafts: draft.count, Scheduled: scheduled.count, Rejected: rejected_count }
  return (
    <CountList>
      {Object.entries(counts).map(([name, count]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{count.toLocaleString('en')}</dd>
        </div>
      ))}
    </CountList>
  )
}
