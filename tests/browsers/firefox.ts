import puppeteer, { type Browser, type KeyInput } from 'puppeteer-core'
import type { Engine, Tab, TabOptions } from './engine.ts'

export const FIREFOX = '/usr/bin/firefox-esr'

/** Firefox ESR without a display, by WebDriver BiDi. */
export function createFirefox(): Engine {
  const browsers = new Map<string, Promise<Browser>>()

  /** Preferences are those of a process: one for each set of options, because each takes seconds to start. */
  function browserWith({ reducedMotion, javaScript }: TabOptions): Promise<Browser> {
    const key = `${reducedMotion} ${javaScript}`
    const present = browsers.get(key)
    if (present) return present
    const started = puppeteer.launch({
      browser: 'firefox',
      executablePath: FIREFOX,
      headless: true,
      extraPrefsFirefox: {
        'ui.prefersReducedMotion': reducedMotion ? 1 : 0,
        'javascript.enabled': javaScript,
        // Classic scrollbars take space, unlike those of the other browsers.
        'widget.gtk.overlay-scrollbars.enabled': false,
      },
    })
    browsers.set(key, started)
    return started
  }

  return {
    async open(options) {
      const context = await (await browserWith(options)).createBrowserContext()
      const page = await context.newPage()
      const tab: Tab = {
        goto: async (url) => void (await page.goto(url)),
        // `goBack()` waits for a load, which a page of the back/forward cache does not have.
        back: async () => void (await page.evaluate(() => setTimeout(() => history.back()))),
        forward: async () => void (await page.evaluate(() => setTimeout(() => history.forward()))),
        evaluate: (expression) => page.evaluate(expression),
        clickAt: (x, y) => page.mouse.click(x, y),
        type: (text) => page.keyboard.type(text),
        async press(keys) {
          const names = keys.split('+') as KeyInput[]
          for (const name of names) await page.keyboard.down(name)
          for (const name of names.toReversed()) await page.keyboard.up(name)
        },
        resize: (width, height) => page.setViewport({ width, height }),
        screenshot: () => page.screenshot(),
        close: () => context.close(),
      }
      return tab
    },
    version: async () => (await browserWith({ reducedMotion: false, javaScript: true })).version(),
    async end() {
      for (const browser of browsers.values()) await (await browser).close()
    },
  }
}
