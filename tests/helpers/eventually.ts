const POLL_INTERVAL_MS = 10

/** Waits until `isSo` says so. Throws after `limitMs`, with what it said last: whatever is true then was not to be expected. */
export async function eventually<Seen>(
  look: () => Seen | Promise<Seen>,
  isSo: (seen: Seen) => boolean,
  limitMs = 15_000,
) {
  const deadline = performance.now() + limitMs
  for (;;) {
    const seen = await look()
    if (isSo(seen)) return seen
    if (performance.now() > deadline) throw new Error(`After ${limitMs} ms it was still ${JSON.stringify(seen)}`)
    await Bun.sleep(POLL_INTERVAL_MS)
  }
}
