import { useEffect } from 'react'
import { useNavigate } from 'react-router-dom'
import { findPage, type PageAddress } from './find-page.ts'

/** Handles links in markup that only the server rendered, and in posts. Router links have handled the click before. */
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

/** The reader asked for reduced data use: nothing is prefetched. */
const savesData = () =>
  matchMedia('(prefers-reduced-data: reduce)').matches ||
  ('connection' in navigator && Object(navigator.connection).saveData === true)

/** The closest link, if the app can follow it: on this site and in this tab. */
export function closestLink(target: EventTarget | null, here = location): HTMLAnchorElement | undefined {
  const link = target instanceof Element ? target.closest('a') : null
  if (!link || link.origin !== here.origin || link.target || link.hasAttribute('download')) return undefined
  return link
}

/** The page of a link to this site; `undefined` for other links and for the current page. */
export function linkedPage(target: EventTarget | null, slug: string, here = location): PageAddress | undefined {
  const link = closestLink(target, here)
  const page = link && findPage(link, slug)
  return page && page.key !== findPage(here, slug)?.key ? page : undefined
}

/** Limits prefetching to a part of the site per document. */
const SEEN_MAX = 4

/** Prefetches pages on hover and focus. On touch screens, a few visible links are prefetched when scrolling stops. */
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
