import { existsSync } from 'node:fs'
import { chromium } from 'playwright'

/** Containers and CI machines rarely support Chromium's sandbox; the pages under test are ours. */
export const chromiumFlags = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-quic',
  // The headless shell rounds the widths of letters otherwise, unlike browsers with a window.
  '--font-render-hinting=none',
]

const full = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/**
 * The browser for journeys: `CHROMIUM`, an installed one, or Playwright's; `undefined` when there is none. The headless shell
 * is preferred, because it takes a third less time than the whole browser.
 */
export function findChromium(): string | undefined {
  const candidates = [process.env.CHROMIUM, '/usr/bin/chromium-headless-shell', chromium.executablePath(), ...full]
  return candidates.find((path) => path !== undefined && path !== '' && existsSync(path))
}
