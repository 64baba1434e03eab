import { useEffect } from 'react'
import { useNavigate } from 'react-router-dom'
import { findPage, type PageAddress } from './find-page.ts'

/**
 * Leads on inside the app from links that are no component of it: those in markup that only the server drew, and in the
 * texts of posts. The router's own links have answered the click before; what the browser does better is left to it.
 */
export function useServerRenderedLinks(slug: string) {
  const navigate = useNavigate()
  useEffect(() => {
    const follow = (event: MouseEvent) => {
      const { defaultPrevented, button, metaKey, ctrlKey, shiftKey, altKey } = event
      if (defaultPrevented || button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return
      const link = closestLink(event.target)
      if (!link || !findPage(link, slug)) return
      if (link.hash && link.pathname === location.pathname && link.search === location.search) return
      event.preventDefault()
      navigate(link.pathname + link.search + link.hash)
    }
    document.addEventListener('click', follow)
    return () => document.removeEventListener('click', follow)
  }, [navigate, slug])
}

/** The reader asked their browser to save data: then nothing is fetched on a guess. */
const savesData = () =>
  matchMedia('(prefers-reduced-data: reduce)').matches ||
  ('connection' in navigator && Object(navigator.connection).saveData === true)

/** The link around what was pointed at, if the app can follow it: it stays on the site, and in this tab. */
export function closestLink(target: EventTarget | null, here = location): HTMLAnchorElement | undefined {
  const link = target instanceof Element ? target.closest('a') : null
  if (!link || link.origin !== here.origin || link.target || link.hasAttribute('download')) return undefined
  return link
}

/** The page that a link of the site leads to; `undefined` for all other links, and for the page we are on. */
export function linkedPage(target: EventTarget | null, slug: string, here = location): PageAddress | undefined {
  const link = closestLink(target, here)
  const page = link && findPage(link, slug)
  return page && page.key !== findPage(here, slug)?.key ? page : undefined
}

/** Of one document: whoever reads on to its end need not load the whole site. */
const SEEN_MAX = 4

/**
 * Fetches the page behind a link of the site as soon as it is pointed at or focused. One listener for all links. A finger
 * points at nothing before it taps: there it is the links in view, a few of them, wherever the reader stops scrolling.
 */
export function prefetchLinks(prefetch: (address: PageAddress) => void, slug: string) {
  const onInterest = ({ target }: Event) => {
    const page = linkedPage(target, slug)
    if (page && !savesData()) prefetch(page)
  }
  document.addEventListener('pointerover', onInterest, { passive: true })
  document.addEventListener('focusin', onInterest)

  const seen = new Set<string>()
  const onStop = () => {
    if (savesData()) return
    for (const link of document.querySelectorAll('main a')) {
      const page = isInView(link) && seen.size < SEEN_MAX ? linkedPage(link, slug) : undefined
      if (!page || seen.has(page.key)) continue
      seen.add(page.key)
      prefetch(page)
    }
  }
  if (matchMedia('(hover: none)').matches) document.addEventListener('scrollend', onStop)
}

function isInView(link: Element): boolean {
  const { top, bottom, width } = link.getBoundingClientRect()
  return width > 0 && top >= 0 && bottom <= innerHeight
}
