import type { CheckedFinding } from '#contract/site-state.ts'
import { type Check, runChecks, type SiteSettings } from './finding.ts'
import { checkBackup, checkCheckout, checkFileClock, checkFolders, checkSpace, checkVariables } from './local-checks.ts'
import { checkProxy } from './proxy-check.ts'
import { checkDatabase, checkMail, checkRemote } from './remote-checks.ts'

/** What the site needs, for `bun run doctor` and the dashboard. `hints`: about variables that are not ours. Never throws. */
export function checkSite(settings: SiteSettings & { hints: readonly string[] }): Promise<CheckedFinding[]> {
  const checks: Check[] = [
    { name: 'variables', check: async () => checkVariables(settings) },
    { name: 'folders', check: () => checkFolders(settings) },
    { name: 'space', check: () => checkSpace(settings) },
    { name: 'git', check: () => checkCheckout(settings) },
    { name: 'remote', check: () => checkRemote(settings) },
    { name: 'proxy', check: () => checkProxy(settings) },
    { name: 'database', check: () => checkDatabase(settings) },
    { name: 'clock', check: () => checkFileClock(settings) },
    { name: 'mail', check: () => checkMail(settings) },
    { name: 'backup', check: () => checkBackup(settings) },
  ]
  return runChecks(checks)
}
