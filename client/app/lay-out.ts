import { whenIdle } from '#client/hooks/when-idle.ts'

/** A mark on what may be laid out: on each section, and on the document once all of it is. */
const LAID_OUT = 'data-laid-out'

/**
 * Lays out the sections further down that the first page left for later (`later` in client/app/global-css.ts), one at a time
 * when nothing else is to be done. Then every height is true: a place that is gone back to, the bar of the window. Screens that
 * the app draws itself are laid out as a whole.
 */
export function layOutRest() {
  const sections = [...document.querySelectorAll('main section ~ section')]
  const rest = sections.values()
  const next = () => {
    const { value: section } = rest.next()
    section?.setAttribute(LAID_OUT, '')
    if (section) return whenIdle(next)
    document.documentElement.setAttribute(LAID_OUT, '')
    for (const one of sections) one.removeAttribute(LAID_OUT)
  }
  whenIdle(next)
}
