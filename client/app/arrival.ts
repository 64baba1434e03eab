import { useLayoutEffect } from 'react'
import { useLocation, useNavigationType } from 'react-router-dom'
import type { Head } from '#client/api/page.ts'
import { isInPlace } from '#client/hooks/in-place.ts'
import type { SiteFacts } from '#contract/site.ts'
import { applyHead } from './head.ts'
import { layOutNow } from './lay-out.ts'
import type { Page } from './route.ts'
import type { ScrollMemory } from './scroll.ts'

/** What happens when the reader arrives somewhere. */
export type Arrivals = {
  /** The history is at this entry, a new one or one that was left before. */
  enter(entry: string, returning: boolean): void
  /** The page of this entry is drawn: head, position and focus follow. */
  settle(entry: string, head: Head, hash: string): void
  /** The history goes on to another entry, before anything of it is drawn. */
  leave(): void
}

/** The first page came whole from the server: the browser has set it up already. */
export function createArrivals(scroll: ScrollMemory): Arrivals {
  let first = true
  let left = { entry: '', position: 0 }
  return {
    enter(entry, returning) {
      const position = scroll.enter(entry)
      left = { entry, position: returning ? position : 0 }
    },
    settle(entry, head, hash) {
      if (!first) arrive(head, left.entry === entry ? left.position : 0, hash)
      first = false
    },
    leave() {
      layOutNow()
      scroll.leave()
    },
  }
}

function arrive(head: Head, position: number, hash: string) {
  applyHead(head)
  const anchor = position === 0 && hash ? document.getElementById(hash.slice(1)) : null
  if (anchor) anchor.scrollIntoView()
  else window.scrollTo(0, position)
  focusHeading(anchor)
}

/** So that a screen reader begins with the part that was asked for, or with the new page, unless that has put the focus where it wants it. */
function focusHeading(anchor: HTMLElement | null) {
  const main = document.querySelector('main')
  const heading = anchor ?? main?.querySelector('h1')
  const focused = document.activeElement
  if (!heading || (!anchor && focused !== main && main?.contains(focused))) return
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}

/** Runs an arrival for each entry of the history: at the top of a new page, where it was left on back and forward. */
export function useArrival(arrivals: Arrivals, page: Page | undefined, site: SiteFacts) {
  const { key, hash, state } = useLocation()
  const returning = useNavigationType() === 'POP'
  const stays = !returning && isInPlace(state)
  useLayoutEffect(() => {
    arrivals.enter(key, returning)
    if (!returning && !stays) window.scrollTo(0, 0)
  }, [arrivals, key, returning, stays])
  useLayoutEffect(() => {
    if (!page) return
    if (stays) applyHead(page.head(site))
    // A link to the page we are on arrives again, by a new key.
    else arrivals.settle(key, page.head(site), hash)
  }, [arrivals, key, page, site, hash, stays])
}
