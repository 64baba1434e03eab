import { findChromium } from './chromium.ts'

const DOWNLOAD_LIMIT_MS = 4 * 60 * 1000

/** Ensures that a browser is installed: an existing one, Playwright's download, or Debian's package. Throws when none works. */
export async function installChromium(): Promise<string> {
  const present = findChromium()
  if (present) return present
  console.log('No Chromium here: trying Playwright’s download…')
  await attempt(['bun', 'x', 'playwright', 'install', '--with-deps', '--only-shell', 'chromium'])
  const downloaded = findChromium()
  if (downloaded) return downloaded
  console.log('That did not work: trying Debian’s package…')
  await installPackage()
  const installed = findChromium()
  if (installed) return installed
  throw new Error('No Chromium to be had. Install one and name it in the variable CHROMIUM.')
}

async function installPackage() {
  const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '-n']
  await attempt([...asRoot, 'apt-get', 'update', '-qq'])
  const install = [...asRoot, 'apt-get', 'install', '-y', '-qq', '--no-install-recommends']
  // Older releases have only the whole browser.
  if (!(await attempt([...install, 'chromium-headless-shell']))) await attempt([...install, 'chromium'])
}

/** Whether the command exists and succeeds. */
async function attempt(command: string[]): Promise<boolean> {
  try {
    const run = Bun.spawn(command, {
      stdin: 'ignore',
      stdout: 'ignore',
      stderr: 'ignore',
      timeout: DOWNLOAD_LIMIT_MS,
    })
    return (await run.exited) === 0
  } catch {
    return false
  }
}
