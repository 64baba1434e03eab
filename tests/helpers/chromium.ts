import { existsSync } from 'node:fs'
import { chromium } from 'playwright'

/** Chromium's own sandbox needs what containers and CI machines seldom give; the pages that the tests open are ours. */
export const chromiumFlags = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-quic',
]

const known = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** The browser for journeys: `CHROMIUM`, one that the system has, or Playwright's own; `undefined` where there is none. */
export function findChromium(): string | undefined {
  const candidates = [process.env.CHROMIUM, ...known, chromium.executablePath()]
  return candidates.find((path) => path !== undefined && path !== '' && existsSync(path))
}
