import type { ChipKind } from '#client/ui/chip.tsx'
import type { PostCard } from '#contract/posts.ts'
import { inWords } from './moments.ts'

/** Where a post stands, in words; `undefined` for one that is live and stays. */
export function stateInWords({ state, date, expires }: PostCard): { label: string; kind: ChipKind } | undefined {
  if (state === 'draft') return { label: 'Draft', kind: 'soon' }
  if (state === 'scheduled') return { label: `Scheduled for ${inWords(date)}`, kind: 'available' }
  if (expires === undefined) return undefined
  return state === 'expired'
    ? { label: `Expired on ${inWords(expires)}`, kind: 'soon' }
    : { label: `Until ${inWords(expires)}`, kind: 'tag' }
}
