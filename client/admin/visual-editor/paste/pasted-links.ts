import { isSafeLink } from '#client/admin/visual-editor/commands/safe-urls.ts'
import { normalizeUrl } from '#contract/normalize-block.ts'
import { unwrap } from './dom-edits.ts'

/** `base`: the URL of the page that the text is from, if it is known. `origin`: that of this site. */
type Places = { base: string | undefined; origin: string }

/** Links as this site can have them. Returns how many lead nowhere from here and were left out; their words stay. */
export function cleanLinks(body: HTMLElement, places: Places): number {
  let leftOut = 0
  for (const link of body.querySelectorAll('a')) {
    const written = normalizeUrl(link.getAttribute('href') ?? '')
    const href = hrefOf(written, places)
    if (href !== undefined) link.setAttribute('href', href)
    else {
      if (!NO_LINK.test(written)) leftOut++
      unwrap(link)
    }
  }
  return leftOut
}

/** An anchor, a button of the page, or a note that was not copied with its reference. */
const NO_LINK = /^(?:$|javascript:|vbscript:|data:|about:|#)/i
const NOTE = /^#(?:_ftn|_edn|ftnt|sdfootnote|sdendnote)/i

function hrefOf(written: string, { base, origin }: Places): string | undefined {
  if (written.startsWith('#')) return NOTE.test(written) ? undefined : written
  const url = urlOf(written, base)
  if (!url) return undefined
  if (url.origin === origin) return url.pathname + url.search + url.hash
  const target = urlOf(withoutRedirect(url))
  if (!target || isOnDevice(target)) return undefined
  const href = URL.canParse(written) && withoutRedirect(url) === url.href ? written : withoutRedirect(url)
  return /^(?:https?:|mailto:|tel:)/i.test(href) && isSafeLink(href) ? href : undefined
}

const urlOf = (href: string, base?: string): URL | undefined =>
  URL.canParse(href, base) ? new URL(href, base) : undefined

/** Google Docs sends links through its own page. */
function withoutRedirect({ href, hostname, pathname, searchParams }: URL): string {
  const isRedirect = hostname === 'www.google.com' && pathname === '/url'
  return (isRedirect && searchParams.get('q')) || href
}

/** Readers have another computer. */
const isOnDevice = ({ hostname }: URL): boolean => /^(?:localhost|127(?:\.\d+){3}|0\.0\.0\.0|\[::1\])$/.test(hostname)
