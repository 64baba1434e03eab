import { type RefObject, useEffect, useState, useSyncExternalStore } from 'react'

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
 * taken over from what the server drew. Another film, by its name, goes on as the one before did.
 */
export function usePlaying(element: RefObject<HTMLVideoElement | null>, name: string) {
  const [chosen, choose] = useState<boolean>()
  const allowed = useSyncExternalStore(subscribe, mayBegin, () => undefined)
  const playing = chosen ?? allowed ?? false

  // biome-ignore lint/correctness/useExhaustiveDependencies: another film is another element.
  useEffect(() => {
    const film = element.current
    if (!film || playing !== film.paused) return
    if (!playing) return film.pause()
    // In a step of its own: to be ready for a film takes a cheap phone as long as to take the page over.
    const step = setTimeout(() =>
      film.play().catch((error: unknown) => {
        // A browser that saves power refuses; an element that is taken away only stops.
        if (error instanceof DOMException && error.name === 'NotAllowedError') choose(false)
      }),
    )
    return () => clearTimeout(step)
  }, [playing, element, name])

  return { ready: allowed !== undefined, playing, toggle: () => choose(!playing) }
}
