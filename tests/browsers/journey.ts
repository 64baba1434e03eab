import { afterAll, expect, test } from 'bun:test'
import { mkdir } from 'node:fs/promises'
import { adminPaths } from '#contract/admin-paths.ts'
import { eventually } from '#tests/helpers/eventually.ts'
import { administrator } from '#tests/helpers/site.ts'
import type { Engine, Tab, TabOptions } from './engine.ts'
import { createFirefox } from './firefox.ts'
import type { Name, Target } from './in-page.ts'
import { type ObservedSite, startObservedSite } from './observed-site.ts'
import { richPost } from './rich-post.ts'
import { createWebKit } from './webkit.ts'

export const engineName = process.env.BROWSER === 'webkit' ? 'webkit' : 'firefox'
const WAIT_LIMIT_MS = 20_000
const OUTPUT = 'tests/output/browsers'

let engine: Promise<Engine> | undefined
let site: Promise<ObservedSite> | undefined
const getEngine = () => (engine ??= Promise.resolve(engineName === 'webkit' ? createWebKit() : createFirefox()))
const getSite = () => (site ??= startObservedSite({ 'posts/rich-post.md': richPost }))

/** Adds `window.journey` to a page; drivers run it also where scripts are disabled. */
const inPage = Bun.build({ entrypoints: ['tests/browsers/in-page.ts'], format: 'iife', minify: true }).then(
  ({ outputs }) => outputs[0]?.text() ?? '',
)

const nameOf = (name: string | RegExp): Name => (typeof name === 'string' ? name : { pattern: name.source })
export const role = (what: string, name?: string | RegExp, nth = 0): Target => ({
  by: 'role',
  what,
  nth,
  ...(name !== undefined && { name: nameOf(name) }),
})
export const button = (name: string | RegExp, nth = 0) => role('button', name, nth)
export const link = (name: string | RegExp, nth = 0) => role('link', name, nth)
export const field = (name: string | RegExp, nth = 0): Target => ({ by: 'label', what: '', name: nameOf(name), nth })
export const text = (name: string | RegExp, nth = 0): Target => ({ by: 'text', what: '', name: nameOf(name), nth })
export const css = (what: string, nth = 0): Target => ({ by: 'css', what, nth })

export type Page = ReturnType<typeof createPage>

function createPage(tab: Tab, { url }: ObservedSite, { javaScript }: TabOptions) {
  /** Runs a function in the page. It uses nothing from outside but `window.journey`, and returns no promise. */
  async function evaluate<Args extends unknown[], Result>(work: (...args: Args) => Result, ...args: Args) {
    if (!(await tab.evaluate("'journey' in window"))) await tab.evaluate(`(() => { ${await inPage} })()`)
    return (await tab.evaluate(`(${work})(...${JSON.stringify(args)})`)) as Result
  }

  /** Waits until a function in the page returns something else than `false`, `null` or `undefined`, and returns it. */
  async function until<Args extends unknown[], Result>(look: (...args: Args) => Result, ...args: Args) {
    const seen = await eventually(
      () => evaluate(look, ...args),
      (result) => result !== false && result !== null && result !== undefined,
      WAIT_LIMIT_MS,
    ).catch((error) => {
      throw new Error(`${look} ${JSON.stringify(args)}: ${error.message}`)
    })
    return seen as NonNullable<Result>
  }

  const page = {
    ...tab,
    evaluate,
    until,
    /** Opens a page and waits until it is hydrated. */
    async goto(path: string) {
      await tab.goto(url + path)
      if (javaScript) await page.hydrated()
    },
    hydrated: () =>
      until(
        () => performance.getEntriesByName('app-ready').length > 0 && 'hydrated' in document.documentElement.dataset,
      ),
    isAt: (path: string) => until((wanted) => location.pathname + location.hash === wanted, path),
    /** Waits until an element is visible. */
    sees: (target: Target) => until((wanted) => Boolean(window.journey.find(wanted)), target),
    misses: (target: Target) => until((wanted) => !window.journey.find(wanted), target),
    /** Clicks an element once it is where a click reaches it, and no longer moves. */
    async click(target: Target) {
      let last = ''
      const { x, y } = await eventually(
        () => evaluate((wanted) => window.journey.place(wanted), target),
        (place) => {
          const hasStopped = JSON.stringify(place) === last
          last = JSON.stringify(place)
          return hasStopped && place?.isReachable === true
        },
        WAIT_LIMIT_MS,
      )
        .then((place) => place ?? Promise.reject(new Error('not found')))
        .catch((error) => {
          throw new Error(`${JSON.stringify(target)} cannot be clicked: ${error.message}`)
        })
      await tab.clickAt(x, y)
    },
    async fill(target: Target, typed: string) {
      await page.click(target)
      await tab.type(typed)
    },
    boxOf: (target: Target) =>
      until((wanted) => window.journey.find(wanted)?.getBoundingClientRect().toJSON() as DOMRect | undefined, target),
    styleOf: (target: Target, property: string) =>
      until(
        (wanted, name) => {
          const found = window.journey.find(wanted)
          return found && getComputedStyle(found).getPropertyValue(name)
        },
        target,
        property,
      ),
    isFocused: (target: Target) => until((wanted) => window.journey.find(wanted) === document.activeElement, target),
    /** Stores a new token, and opens a page of the dashboard. */
    async logIn(path = '/admin/blog') {
      const response = await fetch(url + adminPaths.login, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: administrator.email, password: administrator.password }),
      })
      const { token } = await response.json()
      await page.goto('/admin/login')
      await evaluate((value) => localStorage.setItem('admin_token', value), token)
      await page.goto(path)
    },
  }
  return page
}

type Options = Partial<TabOptions> & { width?: number; height?: number }
type Journey = (page: Page, site: ObservedSite) => Promise<void>

/** Fails also when a page reports a problem, and then stores a screenshot. */
export function journey(title: string, options: Options, walk: Journey): void {
  const { width = 1280, height = 900, reducedMotion = false, javaScript = true } = options
  test(title, async () => {
    const [started, shown] = await Promise.all([getEngine(), getSite()])
    const tab = await started.open({ reducedMotion, javaScript })
    shown.problems.length = 0
    try {
      await tab.resize(width, height)
      await walk(createPage(tab, shown, { reducedMotion, javaScript }), shown)
      expect(shown.problems).toEqual([])
    } catch (error) {
      await mkdir(OUTPUT, { recursive: true })
      await Bun.write(`${OUTPUT}/${engineName} ${title.replace(/\W+/g, ' ')}.png`, await tab.screenshot())
      if (shown.problems.length > 0) console.log('Problems of the page:', shown.problems)
      throw error
    } finally {
      await tab.close()
    }
  })
}

afterAll(async () => {
  await (await engine)?.end()
  await (await site)?.close()
  engine = undefined
  site = undefined
})
