import { existsSync } from 'node:fs'
import { findChromium, findHeadlessShell } from './chromium.ts'
import { attempt, installPackage } from './install-package.ts'

/**
 * A font with the widths of Arial, from which the site's fallback fonts are derived. Bare machines have only DejaVu, with which
 * text shifts when the site's own fonts arrive.
 */
const LIKE_ARIAL = ['liberation', 'liberation2', 'croscore', 'msttcorefonts'].map(
  (folder) => `/usr/share/fonts/truetype/${folder}`,
)

/**
 * Ensures that a browser is installed, and returns its path: the headless shell, which Debian's package or Playwright's
 * download installs, or else the whole browser. Throws when there is none.
 */
export async function installChromium(): Promise<string> {
  if (process.platform === 'linux' && !LIKE_ARIAL.some(existsSync)) await installPackage('fonts-liberation')
  const present = findHeadlessShell()
  if (present) return present
  console.log('No headless shell of Chromium here: trying Debian’s package…')
  await installPackage('chromium-headless-shell')
  if (!findHeadlessShell()) {
    console.log('That did not work: trying Playwright’s download…')
    await attempt(['bun', 'x', 'playwright', 'install', '--with-deps', '--only-shell', 'chromium'])
  }
  // Older releases of Debian have only the whole browser.
  if (!findChromium()) await installPackage('chromium')
  const installed = findChromium()
  if (installed) return installed
  throw new Error('No Chromium to be had. Install one and name it in the variable CHROMIUM.')
}
