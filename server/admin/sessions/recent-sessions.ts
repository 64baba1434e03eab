import { DatabaseAwayError } from '#server/lib/errors.ts'

/** A session that was checked so shortly before the database went away stays valid … */
const CHECKED_MS = 60_000
/** … for so long after that check. */
const GRACE_MS = 5 * 60_000
const SESSIONS_MAX = 1_000

/**
 * Lets administrators go on while PostgreSQL is away for a moment. `now` in milliseconds.
 */
export function createRecentSessions<Checked>(now: () => number) {
  const recent = new Map<string, { checked: Checked; at: number }>()
  let awaySince: number | undefined

  function remember(id: string, checked: Checked | undefined): void {
    recent.delete(id)
    if (checked !== undefined) recent.set(id, { checked, at: now() })
    for (const oldest of recent.keys()) {
      if (recent.size <= SESSIONS_MAX) break
      recent.delete(oldest)
    }
  }

  return {
    /**
     * Runs `check` for the session with this id. Returns what it returns or, while the database is away, what it returned
     * lately. Throws `DatabaseAwayError` for all other sessions.
     */
    async checked(id: string, check: () => Promise<Checked | undefined>): Promise<Checked | undefined> {
      try {
        const checked = await check()
        awaySince = undefined
        remember(id, checked)
        return checked
      } catch (error) {
        if (!(error instanceof DatabaseAwayError)) throw error
        awaySince ??= now()
        const known = recent.get(id)
        if (!known || awaySince - known.at > CHECKED_MS || now() - known.at > GRACE_MS) throw error
        return known.checked
      }
    },
    forget: () => recent.clear(),
  }
}
