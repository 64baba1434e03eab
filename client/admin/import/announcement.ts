import type { ImportJobView } from '#contract/imports.ts'
import { counted } from './counts.tsx'
import type { Sending } from './use-import.ts'

/** What screen readers hear while a step changes, and at every tenth part of one. Alerts announce the end themselves. */
export function announcement(job: ImportJobView | null, sending: Sending | undefined): string {
  if (sending) return `Uploading ${sending.name}${inTenths(sending.share)}`
  if (!job) return ''
  const { name, by, phase, plan, progress } = job
  const share = progress.total > 0 ? inTenths(progress.done / progress.total) : ''
  switch (phase) {
    case 'uploading':
      return `${by} is uploading ${name}${share}`
    case 'reading':
      return `Reading ${name}${share}`
    case 'planned':
      return plan
        ? `The plan for ${name} is ready: ${plan.live.count} live, ${counted(plan.draft.count, 'draft')}, ${plan.scheduled.count} scheduled, ${plan.rejected_count} rejected.`
        : ''
    case 'writing':
      return `Importing ${name}${share}`
    default:
      return ''
  }
}

const inTenths = (share: number): string => `: ${Math.floor(share * 10) * 10} %`
