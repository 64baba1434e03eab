import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Glob } from 'bun'
import { answers, startChild } from '#tests/helpers/child.ts'
import { freePort } from '#tests/helpers/ports.ts'
import type { Engine, Tab, TabOptions } from './engine.ts'

/** Installed below a folder with the name of the processor. */
export const findMiniBrowser = () =>
  [...new Glob('/usr/lib/*/webkit2gtk-4.1/MiniBrowser').scanSync({ cwd: '/', absolute: true })][0]

/** Without room for its toolbar, the window can be as narrow as a phone. */
const NARROW = '* { min-width: 0; min-height: 0; padding: 0; margin: 0; border-width: 0; }'

/** The code points of WebDriver for keys without a character. */
const KEYS: Record<string, string> = {
  Backspace: '\uE003',
  Tab: '\uE004',
  Enter: '\uE007',
  Shift: '\uE008',
  Control: '\uE009',
  Alt: '\uE00A',
  Escape: '\uE00C',
  End: '\uE010',
  Home: '\uE011',
  ArrowLeft: '\uE012',
  ArrowUp: '\uE013',
  ArrowRight: '\uE014',
  ArrowDown: '\uE015',
  Delete: '\uE017',
  F10: '\uE03A',
}
const SCREEN = { width: 1600, height: 1200 }

/** WebKitGTK's MiniBrowser in a virtual display with a window manager, which gives its window the focus. */
export async function createWebKit(): Promise<Engine> {
  const home = await mkdtemp(join(tmpdir(), 'webkit-'))
  const screen = `${SCREEN.width}x${SCREEN.height}x24`
  const display = Bun.spawn(['Xvfb', '-displayfd', '1', '-screen', '0', screen, '-nolisten', 'tcp'], {
    stdout: 'pipe',
    stderr: 'ignore',
  })
  process.once('exit', () => display.kill('SIGKILL'))
  const { value } = await display.stdout.getReader().read()
  const env = { ...process.env, DISPLAY: `:${new TextDecoder().decode(value).trim()}` }
  const manager = Bun.spawn(['openbox'], { env, stdout: 'ignore', stderr: 'ignore' })
  process.once('exit', () => manager.kill('SIGKILL'))
  /** The settings of GTK belong to a process: one driver for each. */
  const drivers = new Map<boolean, ReturnType<typeof startDriver>>()

  async function startDriver(reducedMotion: boolean) {
    const port = await freePort()
    const url = `http://127.0.0.1:${port}`
    const settings = join(home, `${reducedMotion}`, 'gtk-3.0')
    await mkdir(settings, { recursive: true })
    await Bun.write(join(settings, 'gtk.css'), NARROW)
    await Bun.write(join(settings, 'settings.ini'), `[Settings]\ngtk-enable-animations=${reducedMotion ? 0 : 1}\n`)
    const child = await startChild({
      command: ['WebKitWebDriver', `--port=${port}`],
      env: { ...env, XDG_CONFIG_HOME: dirname(settings) },
      isReady: () => answers(`${url}/status`),
    })
    return { url, child }
  }

  async function driver(reducedMotion: boolean) {
    const present = drivers.get(reducedMotion) ?? startDriver(reducedMotion)
    drivers.set(reducedMotion, present)
    return present
  }

  async function startSession({ reducedMotion, javaScript }: TabOptions) {
    const { url } = await driver(reducedMotion)
    const args = ['--automation', `--enable-javascript=${javaScript}`]
    const options = { 'webkitgtk:browserOptions': { binary: findMiniBrowser(), args } }
    return { url, ...(await send(`${url}/session`, { capabilities: { alwaysMatch: options } })) }
  }

  return {
    async open(options) {
      const { url, sessionId } = await startSession(options)
      return createTab(`${url}/session/${sessionId}`)
    },
    async version() {
      const { url, sessionId, capabilities } = await startSession({ reducedMotion: false, javaScript: true })
      await send(`${url}/session/${sessionId}`, undefined, 'DELETE')
      return `WebKitGTK ${capabilities.browserVersion}`
    },
    async end() {
      for (const one of drivers.values()) await (await one).child.end('SIGTERM')
      manager.kill()
      display.kill()
      await rm(home, { recursive: true, force: true })
    },
  }
}

/** @source https://www.w3.org/TR/webdriver2/#endpoints */
async function send(url: string, body?: object, method = 'POST') {
  const response = await fetch(url, { method, ...(method === 'POST' && { body: JSON.stringify(body ?? {}) }) })
  const { value } = await response.json()
  if (!response.ok) throw new Error(`${value.error}: ${value.message}`)
  return value
}

function createTab(session: string): Tab {
  const act = (type: string, actions: object[]) =>
    send(`${session}/actions`, { actions: [{ type, id: type, actions, parameters: { pointerType: 'mouse' } }] })
  const key = (type: 'keyDown' | 'keyUp', name: string) => ({ type, value: KEYS[name] ?? name })
  const evaluate = (expression: string) => send(`${session}/execute/sync`, { script: `return ${expression}`, args: [] })

  return {
    goto: (url) => send(`${session}/url`, { url }),
    back: () => send(`${session}/back`),
    forward: () => send(`${session}/forward`),
    evaluate,
    clickAt: (x, y) =>
      act('pointer', [
        { type: 'pointerMove', x: Math.round(x), y: Math.round(y) },
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ]),
    type: (text) =>
      act(
        'key',
        [...text].flatMap((one) => [key('keyDown', one), key('keyUp', one)]),
      ),
    press(keys) {
      const names = keys.split('+')
      return act('key', [
        ...names.map((name) => key('keyDown', name)),
        ...names.toReversed().map((name) => key('keyUp', name)),
      ])
    },
    async resize(width, height) {
      await send(`${session}/window/rect`, { x: 0, y: 0, width, height: SCREEN.height })
      const inner = await evaluate('innerHeight')
      await send(`${session}/window/rect`, { x: 0, y: 0, width, height: height + SCREEN.height - inner })
    },
    screenshot: async () => Buffer.from(await send(`${session}/screenshot`, undefined, 'GET'), 'base64'),
    close: () => send(session, undefined, 'DELETE'),
  }
}
