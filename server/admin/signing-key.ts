import { unlessAway } from '#server/lib/errors.ts'
import { loadedOnce } from '#server/lib/loaded-once.ts'
import type { AccountStores } from './account-stores.ts'

/** The configured secret, or the stored key. Throws `OperatorError` for a damaged file; the database may be away until later. */
export async function signingKey({ loadKey }: Pick<AccountStores, 'loadKey'>, secret: string | undefined) {
  const key = loadedOnce(async () =>
    secret === undefined ? loadKey('signing.key', 'everybody then logs in anew') : new TextEncoder().encode(secret),
  )
  await key().catch(unlessAway)
  return key
}
