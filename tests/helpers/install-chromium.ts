import { findChromium } from './chromium.ts'
import { attempt, installPackage } from './install-package.ts'

/** Ensures that a browser is installed: an existing one, Playwright's download, or Debian's package. Throws when none works. */
export async function installChromium(): Promise<string> {
  const present = findChromium()
  if (present) return present
  console.log('No Chromium here: trying Playwright’s download…')
  await attempt(['bun', 'x', 'playwright', 'install', '--with-deps', '--only-shell', 'chromium'])
  const downloaded = findChromium()
  if (downloaded) return downloaded
  console.log('That did not work: trying Debian’s package…')
  // Older releases have only the whole browser.
  await installPackage('chromium-headless-shell', 'chromium')
  const installed = findChromium()
  if (installed) return installed
  throw new Error('No Chromium to be had. Install one and name it in the variable CHROMIUM.')
}
