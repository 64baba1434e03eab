/** The percentile of the numbers; NaN for an empty list. */
export const percentile = (numbers: readonly number[], share: number) =>
  numbers.toSorted((one, other) => one - other)[Math.min(numbers.length - 1, Math.floor(numbers.length * share))] ??
  Number.NaN
