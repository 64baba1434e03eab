import { useEffect, useRef } from 'react'

/** Returns a function that returns a signal, which is aborted when the component is removed from the page. */
export function useClosing(): () => AbortSignal {
  const open = useRef(new AbortController())
  useEffect(() => {
    open.current = new AbortController()
    return () => open.current.abort()
  }, [])
  return () => open.current.signal
}
