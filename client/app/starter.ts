/**
 * Stands inline in the head of each page, and is all the script that runs before the page is painted. It fetches the app
 * once the page is there, or when the reader first touches something; what they do before the app answers is kept, and
 * done again then. Links, fields and the browser's own dialogs need no script: they are left alone.
 */
import { ALIVE } from '#client/hooks/alive.ts'
import { whenIdle } from '#client/hooks/when-idle.ts'
import { LAID_OUT_KEY } from './later.ts'
import { CODE_ID, POSTERS_ID, type Poster } from './page-data.ts'

/** A page that still loads by then comes alive all the same. */
const LATEST_MS = 4_000
/** A picture is decoded beside the page, and painted frames after it came: nothing larger than what is painted followed for so long. */
const SETTLED_MS = 100
const LARGEST = 'largest-contentful-paint'
/** What a reader does first, whatever they do it with. */
const TOUCHES = ['pointerdown', 'pointermove', 'keydown', 'focusin', 'wheel', 'touchstart'] as const

const kept = new Map<Element, () => void>()

let isStarted = false

const dataOf = <Data extends unknown[]>(id: string): Data =>
  JSON.parse(document.getElementById(id)?.textContent ?? '[]')

const addLink = (link: Partial<HTMLLinkElement>) =>
  document.head.append(Object.assign(document.createElement('link'), link))

function start() {
  if (isStarted) return
  for (const touch of TOUCHES) removeEventListener(touch, start)
  if (document.readyState === 'loading') return addEventListener('DOMContentLoaded', start)
  isStarted = true
  const files = dataOf<string[]>(CODE_ID)
  for (const href of files) addLink({ rel: 'modulepreload', fetchPriority: 'low', href })
  // Without the app, a form is sent by the browser.
  import(files[0] ?? '').catch(release)
}

/** A loaded page may not be on the screen yet: the browser tells when it is, and where it does not, the time is up one day. */
function startPainted() {
  let settling: ReturnType<typeof setTimeout>
  new PerformanceObserver(() => {
    clearTimeout(settling)
    settling = setTimeout(whenIdle, SETTLED_MS, start)
  }).observe({ type: PerformanceObserver.supportedEntryTypes.includes(LARGEST) ? LARGEST : 'paint', buffered: true })
}

/** Only what does nothing by itself. Whoever clicks twice is impatient: once counts. */
function keepClick(event: MouseEvent) {
  const button = event.target instanceof Element ? event.target.closest('button') : null
  if (button?.type !== 'button' || ('commandForElement' in button && button.commandForElement)) return
  event.stopPropagation()
  kept.set(button, () => button.click())
}

function keepSubmit(event: SubmitEvent) {
  const { target: form, submitter } = event
  if (!(form instanceof HTMLFormElement) || form.method === 'get') return
  event.preventDefault()
  event.stopPropagation()
  kept.set(form, () => form.requestSubmit(submitter))
}

/** From here on the app answers, or the browser alone. */
function release() {
  removeEventListener('click', keepClick, true)
  removeEventListener('submit', keepSubmit, true)
  for (const again of kept.values()) setTimeout(again)
}

const { dataset } = document.documentElement
const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
// Whoever goes to a certain place, a heading or where they were before a reload, finds all heights true, so that nothing moves it.
if (location.hash || visit?.type !== 'navigate') dataset[LAID_OUT_KEY] = ''
// In the step after the one that asks for the theme (theme-script.ts): the largest thing on the page, for which the styles would ask after all text was laid out.
setTimeout(() => {
  dataset.theme ??= 'dark'
  for (const [theme, link] of dataOf<Poster[]>(POSTERS_ID)) if (theme === dataset.theme) addLink(link)
})
addEventListener('click', keepClick, true)
addEventListener('submit', keepSubmit, true)
addEventListener(ALIVE, release)
for (const touch of TOUCHES) addEventListener(touch, start, { passive: true })
addEventListener('load', startPainted)
setTimeout(start, LATEST_MS)
