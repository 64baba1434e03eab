import { useEffect, useState, useSyncExternalStore } from 'react'

const CALM = '(prefers-reduced-motion: reduce)'

function subscribe(changed: () => void) {
  const calm = matchMedia(CALM)
  calm.addEventListener('change', changed)
  return () => calm.removeEventListener('change', changed)
}

/** Whether the visitor lets things move and download by themselves. */
function mayBegin(): boolean {
  const { connection }: Navigator & { connection?: { saveData?: boolean } } = navigator
  return !matchMedia(CALM).matches && !connection?.saveData
}

/**
 * A film that begins by itself where the visitor allows it, until they decide for themselves. `ready`: the script has
 * taken over from what the server drew. Another film, once it is there, goes on as this one did.
 */
export function usePlaying(film: HTMLVideoElement | null) {
  const [chosen, choose] = useState<boolean>()
  const allowed = useSyncExternalStore(subscribe, mayBegin, () => undefined)
  const playing = chosen ?? allowed ?? false

  useEffect(() => {
    if (!playing) return film?.pause()
    film?.play().catch((error: unknown) => {
      // A browser that saves power refuses; an element that is taken away only stops.
      if (error instanceof DOMException && error.name === 'NotAllowedError') choose(false)
    })
  }, [playing, film])

  return { ready: allowed !== undefined, playing, toggle: () => choose(!playing) }
}
