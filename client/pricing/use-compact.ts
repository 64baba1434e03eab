import { useEffect, useState } from 'react'

/** §9: the compact layout, at this width or narrower. The media query `compact` says the same. */
export const COMPACT_MAX_WIDTH_PX = 960
/** §4: the first check comes this long after the page has loaded. */
export const COMPACT_CHECK_DELAY_MS = 250

type Browser = Pick<Window, 'innerWidth' | 'setTimeout' | 'clearTimeout' | 'addEventListener' | 'removeEventListener'>

/** Tells whether the window is compact: once after the delay, then at every resize. Gives a function that stops it. */
export function watchCompact(tell: (compact: boolean) => void, browser: Browser = window): () => void {
  const check = () => tell(browser.innerWidth <= COMPACT_MAX_WIDTH_PX)
  const timer = browser.setTimeout(check, COMPACT_CHECK_DELAY_MS)
  browser.addEventListener('resize', check)
  return () => {
    browser.clearTimeout(timer)
    browser.removeEventListener('resize', check)
  }
}

/** The flag of §4; `undefined` before the first check, while the media query alone decides. */
export function useCompact(): boolean | undefined {
  const [compact, setCompact] = useState<boolean>()
  useEffect(() => watchCompact(setCompact), [])
  return compact
}
