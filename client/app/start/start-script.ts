/**
 * Runs inline in the head of every page, before the first paint. Loads the app after the largest paint, or at the first
 * interaction. Until the page is hydrated, clicks on buttons and form submits are queued. Links, fields and native dialogs
 * work without the app and are left alone.
 */

import { APP_FAILED, APP_READY, whenIdle } from '#client/lib/hydration.ts'
import { POSTERS_ID, type Poster, SCRIPT_URLS_ID } from '#client/lib/page-data.ts'
import { buttonOf, runDialogCommands } from './dialog-commands.ts'

/** The app is loaded after this time, even if the page is still loading. */
const MAX_WAIT_MS = 4_000
/** The largest paint is settled when no larger one follows within this time. */
const LCP_QUIET_MS = 100
const LCP = 'largest-contentful-paint'
/** Queued clicks and forms wait this long for the app; then the browser sends the forms itself. */
const QUEUE_MAX_MS = 15_000
const INTERACTIONS = ['pointerdown', 'keydown', 'focusin'] as const

const queued = new Map<Element, () => void>()
let isLoading = false

const readJson = <Data extends unknown[]>(id: string): Data =>
  JSON.parse(document.getElementById(id)?.textContent ?? '[]')

const addLink = (link: Partial<HTMLLinkElement>) =>
  document.head.append(Object.assign(document.createElement('link'), link))

function load() {
  if (isLoading) return
  // A module that is imported runs at once, and the app needs the whole document.
  if (document.readyState === 'loading') return addEventListener('DOMContentLoaded', load)
  isLoading = true
  const urls = readJson<[string, ...string[]]>(SCRIPT_URLS_ID)
  for (const href of urls) addLink({ rel: 'modulepreload', fetchPriority: 'low', href })
  import(urls[0]).catch(fail)
}

function loadAfterLargestPaint() {
  let quiet: ReturnType<typeof setTimeout>
  new PerformanceObserver(() => {
    clearTimeout(quiet)
    quiet = setTimeout(whenIdle, LCP_QUIET_MS, load, { timeout: 1000 })
  }).observe({ type: PerformanceObserver.supportedEntryTypes.includes(LCP) ? LCP : 'paint', buffered: true })
}

/** Buttons that do nothing without the app. A second click on the same button counts once. */
function queueClick(event: MouseEvent) {
  const button = buttonOf(event)
  if (button?.type !== 'button' || button.hasAttribute('commandfor')) return
  event.stopPropagation()
  queued.set(button, () => button.click())
}

function queueSubmit(event: SubmitEvent) {
  const { target: form, submitter } = event
  if (!(form instanceof HTMLFormElement) || form.method === 'get') return
  event.preventDefault()
  event.stopPropagation()
  queued.set(form, () => form.requestSubmit(submitter))
}

/** Replays what is queued. From now on the app handles events, or the browser alone. */
function release() {
  removeEventListener('click', queueClick, true)
  removeEventListener('submit', queueSubmit, true)
  for (const replay of queued.values()) setTimeout(replay)
  queued.clear()
}

/** The frame of the dashboard says so. Pages of visitors work without the app. */
function fail() {
  dataset.failed = ''
  release()
}

const { dataset } = document.documentElement
const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
// A reload or a link to a heading scrolls to a position, which is only exact when every section has its real height.
if (location.hash || visit?.type !== 'navigate') dataset.hydrated = ''
// Runs after the step in which theme-script.ts reads the theme. Without it, styles would request the poster after layout.
setTimeout(() => {
  dataset.theme ??= 'dark'
  for (const [theme, link] of readJson<Poster[]>(POSTERS_ID)) if (theme === dataset.theme) addLink(link)
})
addEventListener('click', queueClick, true)
addEventListener('submit', queueSubmit, true)
addEventListener(APP_READY, release)
addEventListener(APP_FAILED, fail)
setTimeout(release, QUEUE_MAX_MS)
runDialogCommands()
for (const type of INTERACTIONS) addEventListener(type, load, { passive: true, once: true })
addEventListener('load', loadAfterLargestPaint)
setTimeout(load, MAX_WAIT_MS)
