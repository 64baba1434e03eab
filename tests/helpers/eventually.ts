/** Each look costs CPU time, often a process or a request, which what is waited for needs itself. */
const POLL_MIN_MS = 10
const POLL_MAX_MS = 50

/** Waits until `isSo` returns true. After `limitMs`, throws with the last value. */
export async function eventually<Seen>(
  look: () => Seen | Promise<Seen>,
  isSo: (seen: Seen) => boolean,
  limitMs = 30_000,
) {
  const deadline = performance.now() + limitMs
  for (let pause = POLL_MIN_MS; ; pause = Math.min(pause * 1.5, POLL_MAX_MS)) {
    const seen = await look()
    if (isSo(seen)) return seen
    if (performance.now() > deadline) throw new Error(`After ${limitMs} ms it was still ${JSON.stringify(seen)}`)
    await Bun.sleep(pause)
  }
}
