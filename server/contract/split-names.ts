/** Splits comma-separated input, trimmed; empty entries are dropped. */
export const splitNames = (typed: string): string[] =>
  typed
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
