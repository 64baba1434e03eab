import { existsSync } from 'node:fs'
import { chromium } from 'playwright'

/** Containers and CI machines rarely support Chromium's sandbox; the pages under test are ours. */
export const chromiumFlags = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-quic',
]

const known = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** The browser for journeys: `CHROMIUM`, an installed one, or Playwright's; `undefined` when there is none. */
export function findChromium(): string | undefined {
  const candidates = [process.env.CHROMIUM, ...known, chromium.executablePath()]
  return candidates.find((path) => path !== undefined && path !== '' && existsSync(path))
}
