import { describe, expect, test } from 'bun:test'
import { watchCompact } from '#client/pricing/chart.tsx'

/** A window whose clock and width the test controls. */
function aWindow(innerWidth: number) {
  const events = new EventTarget()
  const timers = new Map<number, { due: number; run: () => void }>()
  let now = 0
  const browser = {
    innerWidth,
    setTimeout: (run: () => void, delay: number) => timers.set(timers.size + 1, { due: now + delay, run }).size,
    clearTimeout: (id: number) => void timers.delete(id),
    addEventListener: events.addEventListener.bind(events),
    removeEventListener: events.removeEventListener.bind(events),
  }
  return {
    browser,
    pass(ms: number) {
      now += ms
      for (const [id, { due, run }] of timers) if (due <= now && timers.delete(id)) run()
    },
    resize(width: number) {
      browser.innerWidth = width
      events.dispatchEvent(new Event('resize'))
    },
  }
}

function watched(width: number) {
  const changes: boolean[] = []
  const win = aWindow(width)
  return { ...win, changes, stop: watchCompact((compact) => changes.push(compact), win.browser) }
}

describe('the compact layout', () => {
  test('is first checked 250 ms after load', () => {
    const { pass, changes } = watched(800)
    pass(249)
    expect(changes).toEqual([])
    pass(1)
    expect(changes).toEqual([true])
  })

  test('applies at 960 pixels and below', () => {
    const changes = [320, 959, 960, 961, 1440].map((width) => {
      const { pass, changes } = watched(width)
      pass(250)
      return changes[0]
    })
    expect(changes).toEqual([true, true, true, false, false])
  })

  test('is checked on every resize', () => {
    const { resize, changes } = watched(1440)
    resize(961)
    resize(960)
    resize(1024)
    expect(changes).toEqual([false, true, false])
  })

  test('is no longer checked after the page is left', () => {
    const { stop, pass, resize, changes } = watched(800)
    stop()
    pass(1000)
    resize(1440)
    expect(changes).toEqual([])
  })
})
