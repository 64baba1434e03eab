import { startTransition, useEffect, useEffectEvent, useRef, useState } from 'react'

const REDUCED_MOTION = '(prefers-reduced-motion: reduce)'

/** Whether the visitor lets things move and download by themselves. */
function mayBegin(): boolean {
  const { connection }: Navigator & { connection?: { saveData?: boolean } } = navigator
  return !matchMedia(REDUCED_MOTION).matches && !connection?.saveData
}

/**
 * Whether films play: by themselves where the visitor allows it, until they decide for themselves. `ready`: the script has taken over
 * from what the server drew. `refuse` is for a browser that does not let them.
 */
export function useAutoplay() {
  const [chosen, choose] = useState<boolean>()
  const [allowed, allow] = useState<boolean>()
  useEffect(() => {
    const reducedMotion = matchMedia(REDUCED_MOTION)
    // A transition is drawn in steps of its own: nobody waits for the film, and what takes the page over is long enough.
    const update = () => startTransition(() => allow(mayBegin()))
    update()
    reducedMotion.addEventListener('change', update)
    return () => reducedMotion.removeEventListener('change', update)
  }, [])
  const playing = chosen ?? allowed ?? false
  return {
    ready: allowed !== undefined,
    playing,
    toggle: () => choose(!playing),
    onAutoplayBlocked: () => choose(false),
  }
}

/** Plays and pauses the film that gets the `ref`. */
export function useVideoPlayback(playing: boolean, onAutoplayBlocked: () => void) {
  const ref = useRef<HTMLVideoElement>(null)
  const onBlocked = useEffectEvent(onAutoplayBlocked)
  useEffect(() => {
    const video = ref.current
    if (!video || playing !== video.paused) return
    if (!playing) return video.pause()
    // In a step of its own: to be ready for a film takes a cheap phone as long as to take the page over.
    const step = setTimeout(() =>
      video.play().catch((error: unknown) => {
        // A browser that saves power refuses; an element that is taken away only stops.
        if (error instanceof DOMException && error.name === 'NotAllowedError') onBlocked()
      }),
    )
    return () => clearTimeout(step)
  }, [playing])
  return ref
}
