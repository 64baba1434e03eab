import { existsSync, readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
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

/** Playwright stores the headless shell beside the whole browser: `chromium-1255`, `chromium_headless_shell-1255`. */
function downloadedShell(): string | undefined {
  const folder = chromium.executablePath().replace(/([\\/])chromium-(\d+)[\\/].*$/, '$1chromium_headless_shell-$2')
  if (!existsSync(folder)) return undefined
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const shell = files.find((file) => /^(?:chrome-)?headless[-_]shell(?:\.exe)?$/.test(basename(file)))
  return shell && join(folder, shell)
}

const firstExisting = (paths: (string | undefined)[]) => paths.find((path) => path && existsSync(path))

/** The headless shell: `CHROMIUM`, Debian's or Playwright's. It takes a third less time than the whole browser. */
export const findHeadlessShell = () =>
  firstExisting([process.env.CHROMIUM, '/usr/bin/chromium-headless-shell', downloadedShell()])

/** The browser for journeys: the headless shell, or else an installed browser; `undefined` when there is none. */
export const findChromium = () => findHeadlessShell() ?? firstExisting([chromium.executablePath(), ...full])
