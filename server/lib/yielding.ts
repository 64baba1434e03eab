/** What takes longer lets other requests be handled in between. */
const SLICE_MS = 10

/** Returns a function that long work awaits between its steps: it lets other requests be handled when that is due. */
export function createYielding(): () => Promise<void> | undefined {
  let due = performance.now() + SLICE_MS
  return () => {
    if (performance.now() < due) return undefined
    return new Promise((resolve) =>
      setImmediate(() => {
        due = performance.now() + SLICE_MS
        resolve()
      }),
    )
  }
}
