import { trades } from '#client/ui/brand/trades.ts'
import type { LandingId } from '#contract/landing.ts'

/** Completes `{name} for …`. */
export const readersOf = (trade: LandingId) => trades.find(({ path }) => path === `/${trade}`)?.name.toLowerCase() ?? ''
