import { randomUUID } from 'node:crypto'
import { CODE_SETUP_LIFETIME_MINUTES } from '#contract/codes.ts'
import { newSecret } from '#server/admin/people/second-factor.ts'

const LIFETIME_MS = CODE_SETUP_LIFETIME_MINUTES * 60_000

type Setup = { id: string; secret: string; untilMs: number }

/** Secrets that wait for the first code, in memory: at most one for each session. */
export function createCodeSetups(now: () => Date) {
  const setups = new Map<string, Setup>()

  /** One that appears to be valid for longer was made while the clock was ahead. */
  function isOpen({ untilMs }: Setup): boolean {
    const leftMs = untilMs - now().getTime()
    return leftMs > 0 && leftMs <= LIFETIME_MS
  }

  return {
    /** Makes a secret, which replaces an earlier one of this session. */
    start(session: string): Setup {
      for (const [one, setup] of setups) if (!isOpen(setup)) setups.delete(one)
      const setup = { id: randomUUID(), secret: newSecret(), untilMs: now().getTime() + LIFETIME_MS }
      setups.set(session, setup)
      return setup
    },
    /** `undefined` for one of another session, and for one that was replaced, used up or has expired. */
    find(session: string, id: string): Setup | undefined {
      const setup = setups.get(session)
      return setup && setup.id === id && isOpen(setup) ? setup : undefined
    },
    /** Uses it up. */
    end(session: string): void {
      setups.delete(session)
    },
  }
}
