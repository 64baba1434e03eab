import { useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router-dom'
import { keepsScroll } from '#client/lib/keep-scroll.ts'
import type { DocumentHead } from '#client/lib/page-types.ts'
import { elementOfFragment } from '#client/lib/url-fragment.ts'
import type { SiteInfo } from '#contract/site.ts'
import type { Page } from './route.ts'
import type { ScrollPositions } from './scroll-positions.ts'

/** After each navigation: updates the document's head, scrolls (to the top, to the `#` target, or where the entry was left), moves the focus. */
export function useNavigationEffects(scroll: ScrollPositions | undefined, page: Page | undefined, site: SiteInfo) {
  const { key, hash, state } = useLocation()
  // Entries that the browser makes for links to a heading have no own key.
  const entry = key + hash
  const isPop = useNavigationType() === 'POP'
  const staysInPlace = !isPop && keepsScroll(state)
  const target = useRef<{ entry: string; position: number }>(undefined)
  useLayoutEffect(() => {
    const saved = scroll?.enter(entry)
    target.current = saved === undefined ? undefined : { entry, position: isPop ? saved : 0 }
    if (!isPop && !staysInPlace) window.scrollTo(0, 0)
  }, [scroll, entry, isPop, staysInPlace])
  useLayoutEffect(() => {
    // The server has set up the first page.
    if (!page || target.current?.entry !== entry) return
    const head = page.head(site)
    if (staysInPlace) updateDocumentHead(head)
    else arrive(head, target.current.position, hash)
  }, [page, site, hash, entry, staysInPlace])
}

function arrive(head: DocumentHead, position: number, hash: string) {
  updateDocumentHead(head)
  const anchor = position === 0 ? elementOfFragment(hash) : null
  if (anchor) anchor.scrollIntoView()
  else window.scrollTo(0, position)
  focusHeading(anchor)
}

/** A screen reader starts at the `#` target or the new page's heading, unless the page has moved the focus itself. */
function focusHeading(anchor: HTMLElement | null) {
  const main = document.querySelector('main')
  const heading = anchor ?? main?.querySelector('h1')
  const focused = document.activeElement
  if (!heading || (!anchor && focused !== main && main?.contains(focused))) return
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}

/** Updates the document's head after a navigation. The server rendered the first one. */
export function updateDocumentHead({ title, description, canonical: original, canonicalPath, noindex }: DocumentHead) {
  document.title = title
  document.querySelector('meta[name="description"]')?.setAttribute('content', description)
  document.querySelector('meta[name="robots"]')?.setAttribute('content', robots(noindex))
  const canonical = document.querySelector<HTMLLinkElement>('link[rel="canonical"]')
  if (!canonical) return
  // A post can name a page of another site; later paths are of this one again.
  canonical.dataset.site ??= canonical.href
  canonical.href = new URL(original ?? canonicalPath ?? location.pathname, canonical.dataset.site).href
}

export const robots = (noindex = false) => (noindex ? 'noindex' : 'index, follow')
