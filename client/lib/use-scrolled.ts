import { useSyncExternalStore } from 'react'

function subscribe(changed: () => void) {
  addEventListener('scroll', changed, { passive: true })
  return () => removeEventListener('scroll', changed)
}

/** Whether the page is scrolled at all (§2). The server draws it at the top. */
export const useScrolled = () =>
  useSyncExternalStore(
    subscribe,
    () => scrollY > 0,
    () => false,
  )
