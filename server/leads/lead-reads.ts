import { CONFIRMATION_LIFETIME_MINUTES } from '#contract/confirmation.ts'

/** Within ten minutes, an administrator reads so many leads page by page; for more, a confirmation is needed, as for an export. */
export const LEADS_READ_MAX = 500
const WINDOW_MS = CONFIRMATION_LIFETIME_MINUTES * 60_000

/** Counts the leads that each administrator reads, in the memory of this process. */
export function createLeadReads(now: () => Date) {
  const reads = new Map<string, { atMs: number; count: number }[]>()

  /** Counts leads before they are sent. Returns whether an administrator has now read more than `LEADS_READ_MAX`. */
  return function countRead(administrator: string, count: number): boolean {
    const nowMs = now().getTime()
    const recent = (reads.get(administrator) ?? []).filter(({ atMs }) => atMs > nowMs - WINDOW_MS && atMs <= nowMs)
    const read = recent.reduce((sum, one) => sum + one.count, 0)
    const isTooMany = read + count > LEADS_READ_MAX
    if (!isTooMany) recent.push({ atMs: nowMs, count })
    reads.set(administrator, recent)
    return isTooMany
  }
}
