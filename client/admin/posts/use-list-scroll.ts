import { useLayoutEffect } from 'react'
import { useLocation } from 'react-router-dom'

/** In px from the top, by entry of the browser's history, while the app runs: a key that is known is one that was left. */
const positions = new Map<string, number>()

/** Scrolls back to where the list was left, for a component that is mounted with the rows: the router scrolls before, when the page is still too short. */
export function useListScroll(): void {
  const { key } = useLocation()
  // The listener is gone before the router scrolls to the top of the next page.
  useLayoutEffect(() => {
    const saved = positions.get(key)
    if (saved !== undefined) window.scrollTo(0, saved)
    const save = () => positions.set(key, window.scrollY)
    addEventListener('scroll', save, { passive: true })
    return () => removeEventListener('scroll', save)
  }, [key])
}
