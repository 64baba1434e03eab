import { readAccounts } from '#server/admin/people/admin-file.ts'
import { describeRunning, describeSite } from '#server/cli/which-site.ts'
import { OperatorError } from '#server/lib/errors.ts'
import { otherSites, type SitePlaces } from '#server/ops/running-sites.ts'

const ADVICE =
  'Set CONTENT_DIR, STORAGE_DIR, PRIVATE_DIR and DATABASE_URL as the service of the site has them. To save this all the same, add --allow-empty.'

/** `accounts`: the text of `admin.json`. */
type Saved = { accounts: string | undefined; hasContent: boolean }

/**
 * Throws `OperatorError` for a backup of another site than the one that runs, and for one without content or administrator: the
 * command lacks the settings of the service.
 */
export async function assertSite(places: SitePlaces, { accounts, hasContent }: Saved): Promise<void> {
  const [other] = await otherSites(places)
  const seen = `This would save ${describeSite(places)}.`
  if (other) throw new OperatorError(`${describeRunning(other)} ${seen} ${ADVICE}`)
  if (!hasContent) throw new OperatorError(`${seen} There is no content in it. ${ADVICE}`)
  if (!(await hasAdministrator(accounts))) throw new OperatorError(`${seen} There is no administrator in it. ${ADVICE}`)
}

async function hasAdministrator(text: string | undefined): Promise<boolean> {
  const accounts = await readAccounts({ name: 'admin.json', read: async () => text }).catch(() => undefined)
  // A file that cannot be read is saved as it is.
  return accounts === undefined || accounts.administrators.length > 0
}
