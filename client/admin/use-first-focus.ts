import { type RefObject, useEffect, useRef } from 'react'

/** Where a dialog's focus begins. React's `autoFocus` comes before the dialog is open, and is lost. */
export function useFirstFocus<T extends HTMLElement>(): RefObject<T | null> {
  const first = useRef<T>(null)
  useEffect(() => {
    first.current?.focus()
  }, [])
  return first
}
