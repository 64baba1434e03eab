import type { Warning } from '#contract/content.ts'

/** What the warnings of /readyz say to administrators. Saves that are stuck have a panel of their own. */
export const warningTexts: Record<Exclude<Warning, 'stuck-saves'>, string> = {
  'remote-unreachable':
    'The git remote cannot be reached: saves are stored, but not pushed, and changes by others don’t arrive. The site tries again.',
  'disk-full': 'The disk of this server is full: it cannot save. Free some space.',
  'disk-failing': 'The disk of this server does not accept files: it cannot save. See its log.',
  'clock-off':
    'The clock of this server differs from the database’s by more than five seconds: posts appear too early or too late. Synchronize it.',
  'backup-old': 'The last backup is more than two days old. Run bun run backup, and look at its timer.',
  'proxy-untrusted':
    'A proxy sends requests to this server that TRUSTED_PROXIES does not name: all visitors share one limit, and one of them can use it up. Set TRUSTED_PROXIES to the address of the proxy.',
}
