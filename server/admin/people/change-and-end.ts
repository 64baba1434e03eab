import type { Accounts } from './admin-file.ts'

type Steps = {
  /** Stores what `edit` returns, under the lock of `admin.json`. */
  change(edit: (before: Accounts) => Promise<Accounts>): Promise<void>
  /** Throws before anything is changed. */
  edit(before: Accounts): Accounts
  /** Ends the sessions. Throws if it cannot be stored. */
  end(): Promise<unknown>
  /** Called when the sessions are ended and the change could not be stored. */
  onlyEnded(): Promise<void>
}

/**
 * Stores a change of accounts that ends sessions. The sessions end first: one that ends for nothing is harmless, one that survives
 * a new password is not. Logins start their sessions under the same lock, so none starts in between. Throws what the steps throw.
 */
export async function changeAndEnd({ change, edit, end, onlyEnded }: Steps): Promise<void> {
  let ended = false
  try {
    await change(async (before) => {
      const after = edit(before)
      await end()
      ended = true
      return after
    })
  } catch (error) {
    if (ended) await onlyEnded()
    throw error
  }
}
