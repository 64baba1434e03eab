export type BackOff = { firstMs: number; maxMs: number }

/** Patient enough for a night's outage, prompt enough for a restart. */
export const BACK_OFF: BackOff = { firstMs: 1_000, maxMs: 60 * 60 * 1_000 }

/**
 * How long to wait after so many failures in a row, in milliseconds: doubling up to the maximum. Up to a half is taken
 * off by chance, so that what failed together does not come back together. `random` gives 0 to 1.
 */
export function backOffMs(attempts: number, { firstMs, maxMs }: BackOff, random = Math.random): number {
  const full = Math.min(maxMs, firstMs * 2 ** (attempts - 1))
  return Math.round(full * (1 - random() / 2))
}
