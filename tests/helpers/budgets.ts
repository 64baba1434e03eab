import { expect } from 'bun:test'
import budgets from '#tests/budgets.json'

/** What a change may add to the recorded baseline, in bytes. */
const FREE_BYTES = 2_000

/** In bytes. The baseline is what was measured when it was recorded; a commit that changes it says why. */
type Budget = { baseline: number; limit: number }
const known: Record<string, Record<string, Budget>> = budgets

/** Compares a size with its entry in `tests/budgets.json`: at most 2 kB above the baseline, and never above the limit. */
export function expectWithinBudget(group: keyof typeof budgets, name: string, bytes: number): void {
  const budget = known[group]?.[name]
  if (!budget) throw new Error(`tests/budgets.json has no "${name}" in "${group}". Measured: ${bytes} bytes.`)
  const max = Math.min(budget.baseline + FREE_BYTES, budget.limit)
  expect({ name, bytes, isWithin: bytes > 0 && bytes <= max, max }).toEqual({ name, bytes, isWithin: true, max })
}
