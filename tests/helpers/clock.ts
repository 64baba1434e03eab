import { expect } from 'bun:test'

/** A manual clock; advancing it runs the timers that are due. */
export function testClock(start: string) {
  let time = new Date(start).getTime()
  let timer: { at: number; ring: () => void } | undefined
  const timers = {
    set(ring: () => void, delayMs: number) {
      expect(delayMs).toBeLessThan(2 ** 31)
      const mine = { at: time + delayMs, ring }
      timer = mine
      return () => {
        if (timer === mine) timer = undefined
      }
    },
  }
  function goTo(moment: string): void {
    const end = new Date(moment).getTime()
    while (timer && timer.at <= end) {
      const { at, ring } = timer
      timer = undefined
      time = at
      ring()
    }
    time = end
  }
  return { now: () => new Date(time), timers, goTo, waiting: () => timer !== undefined }
}
