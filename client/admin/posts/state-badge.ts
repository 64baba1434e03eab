import type { ChipKind } from '#client/ui/content/chip.tsx'
import { formatDateTime } from '#contract/dates.ts'
import type { PostCard } from '#contract/posts.ts'

/** Where a post stands, in words; `undefined` for one that is live and stays. */
export function stateBadge({ state, date, expires }: PostCard): { label: string; kind: ChipKind } | undefined {
  if (state === 'draft') return { label: 'Draft', kind: 'soon' }
  if (state === 'scheduled') return { label: `Scheduled for ${formatDateTime(date, 'local')}`, kind: 'available' }
  if (expires === undefined) return undefined
  return state === 'expired'
    ? { label: `Expired on ${formatDateTime(expires, 'local')}`, kind: 'soon' }
    : { label: `Until ${formatDateTime(expires, 'local')}`, kind: 'tag' }
}
