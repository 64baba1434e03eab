import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright'

/** The Chromium that renders images and documents: `CHROMIUM`, Debian's, or the one that Playwright downloaded. */
export function openChromium(environment: Record<string, string | undefined> = process.env): Promise<Browser> {
  const installed = [environment.CHROMIUM, '/usr/bin/chromium'].find((path) => path && existsSync(path))
  return chromium.launch({ args: ['--no-sandbox'], ...(installed ? { executablePath: installed } : {}) })
}
