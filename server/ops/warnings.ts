import type { Warning } from '#contract/content.ts'
import type { SiteDatabase } from '#server/database/database.ts'
import type { Checkout } from '#server/git/checkout.ts'
import type { DiskCheck } from './disk-check.ts'

export type WarningSources = {
  stuckSaves: { count(): number }
  disk: Pick<DiskCheck, 'state'>
  /** `undefined`: files. */
  database?: Pick<SiteDatabase, 'clock'> | undefined
  /** `undefined`: saves are not committed. */
  checkout: Pick<NonNullable<Checkout>, 'state'> | undefined
  hasUntrustedProxy?(): boolean
  lastBackup: { isOld(): boolean }
}

/** What keeps this process from working as it should while it serves, for /readyz, metrics and the dashboard. */
export function warningsOf({
  stuckSaves,
  disk,
  database,
  checkout,
  hasUntrustedProxy,
  lastBackup,
}: WarningSources): Warning[] {
  const state = disk.state()
  const remote = checkout?.state().remote
  return [
    ...(stuckSaves.count() > 0 ? (['stuck-saves'] as const) : []),
    ...(remote?.state === 'waiting' && remote.isUnreachable ? (['remote-unreachable'] as const) : []),
    ...(state === 'ok' ? [] : ([`disk-${state}`] as const)),
    ...(database?.clock?.isOff() ? (['clock-off'] as const) : []),
    ...(hasUntrustedProxy?.() ? (['proxy-untrusted'] as const) : []),
    ...(lastBackup.isOld() ? (['backup-old'] as const) : []),
  ]
}

/** Absent where there are none. */
export const namedWarnings = (warnings: Warning[]) => (warnings.length > 0 ? { warnings } : {})
