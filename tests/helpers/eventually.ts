const POLL_INTERVAL_MS = 10

/** Waits until `isSo` returns true. After `limitMs`, throws with the last value. */
export async function eventually<Seen>(
  look: () => Seen | Promise<Seen>,
  isSo: (seen: Seen) => boolean,
  limitMs = 30_000,
) {
  const deadline = performance.now() + limitMs
  for (;;) {
    const seen = await look()
    if (isSo(seen)) return seen
    if (performance.now() > deadline) throw new Error(`After ${limitMs} ms it was still ${JSON.stringify(seen)}`)
    await Bun.sleep(POLL_INTERVAL_MS)
  }
}
