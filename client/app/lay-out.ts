import { whenIdle } from '#client/hooks/when-idle.ts'
import { LAID_OUT, LATER_PARTS, LATER_TEXT } from './later.ts'

/** Paragraphs are laid out by so many at once; of whatever else, each in a step of its own. */
const PARAGRAPHS_AT_ONCE = 20
/** A machine that is never idle does it all the same. */
const LATEST = { timeout: 500 }

/**
 * Lays out what the first page left for later (`later` in client/app/global-css.ts), in steps, when nothing else is to be done. Then every
 * height is true: a place that is gone back to, the bar of the window. Screens that the app draws itself are laid out as a whole.
 */
export function layOutRest() {
  const later = leftForLater()
  const rest = later.values()
  const next = () => {
    let room = PARAGRAPHS_AT_ONCE
    for (const part of rest) {
      part.setAttribute(LAID_OUT, '')
      room -= part.matches(LATER_TEXT) ? 1 : PARAGRAPHS_AT_ONCE
      if (room <= 0) return whenIdle(next, LATEST)
    }
    document.documentElement.setAttribute(LAID_OUT, '')
    for (const part of later) part.removeAttribute(LAID_OUT)
  }
  whenIdle(next, LATEST)
}

/**
 * All of it at once, for who leaves the page before that: its heights are then those that it has when they come back. They see no
 * change, because the window goes along with what is in it.
 */
export function layOutNow() {
  const { documentElement } = document
  if (documentElement.hasAttribute(LAID_OUT)) return
  const last = leftForLater().findLast((part) => part.getBoundingClientRect().top < innerHeight)
  const bottom = () => last?.getBoundingClientRect().bottom ?? 0
  const before = bottom()
  documentElement.setAttribute(LAID_OUT, '')
  scrollBy(0, bottom() - before)
}

const leftForLater = () => [...document.querySelectorAll(`${LATER_PARTS},${LATER_TEXT}`)]
