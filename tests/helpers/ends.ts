import { afterEach } from 'bun:test'

/** Returns a list of functions that run after each test, the last one first. */
export function endsOfEachTest(): (() => unknown)[] {
  const ends: (() => unknown)[] = []
  afterEach(async () => {
    for (const end of ends.splice(0).reverse()) await end()
  })
  return ends
}
