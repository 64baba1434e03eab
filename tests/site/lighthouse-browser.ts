import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromiumFlags } from '#tests/helpers/chromium.ts'

/** Background work of a browser next to the measured page, such as a spare renderer. */
const DISTRACTIONS = [
  'SpareRendererForSitePerProcess',
  'CalculateNativeWinOcclusion',
  'MediaRouter',
  'OptimizationHints',
  'Translate',
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
]
const FLAGS = [
  '--headless=new',
  ...chromiumFlags,
  `--disable-features=${DISTRACTIONS.join()}`,
  '--disable-backgrounding-occluded-windows',
  '--disable-component-extensions-with-background-pages',
  '--disable-default-apps',
  '--disable-extensions',
  '--disable-ipc-flooding-protection',
  '--disable-renderer-backgrounding',
  '--disable-sync',
  '--metrics-recording-only',
  '--mute-audio',
  '--no-default-browser-check',
  '--no-first-run',
  '--password-store=basic',
  '--remote-debugging-port=0',
  '--use-mock-keychain',
]

/** A fresh browser with minimal background work, controlled by its debugging port. Throws when it does not start. */
export async function openBrowser(chromium: string): Promise<{ port: string; close(): Promise<void> }> {
  const profile = await mkdtemp(join(tmpdir(), 'lighthouse-browser-'))
  const browser = Bun.spawn([chromium, ...FLAGS, `--user-data-dir=${profile}`, 'about:blank'], {
    stdin: 'ignore',
    stdout: 'ignore',
    stderr: 'pipe',
  })
  async function close() {
    browser.kill()
    await browser.exited
    await rm(profile, { recursive: true, force: true })
  }
  const port = await portIn(browser.stderr)
  if (port) return { port, close }
  await close()
  throw new Error('The browser did not say where it can be steered.')
}

async function portIn(said: ReadableStream<Uint8Array>): Promise<string | undefined> {
  let text = ''
  const decoder = new TextDecoder()
  // Later output is not needed, but the stream stays open so that it does not block.
  for await (const part of said.values({ preventCancel: true })) {
    text += decoder.decode(part, { stream: true })
    const port = /DevTools listening on ws:\/\/[^:]+:(\d+)\//.exec(text)?.[1]
    if (port) return port
  }
  return undefined
}
