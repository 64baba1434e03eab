import { useEffect, useState } from 'react'
import { fetchContentState } from '#client/api/content.ts'
import type { ContentState } from '#contract/content.ts'

const EVERY_MS = 30_000

/**
 * What git makes of the saves: asked when `changed` does, and every 30 s while somebody can see it. Where nobody can say,
 * what was said last stays.
 */
export function useContentState(changed: unknown): ContentState | undefined {
  const [state, setState] = useState<ContentState>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: asks again with every new value
  useEffect(() => {
    let stopped = false
    const ask = () => {
      if (document.visibilityState === 'hidden') return
      fetchContentState().then(
        (said) => stopped || setState(said),
        () => {},
      )
    }
    ask()
    const timer = setInterval(ask, EVERY_MS)
    document.addEventListener('visibilitychange', ask)
    return () => {
      stopped = true
      clearInterval(timer)
      document.removeEventListener('visibilitychange', ask)
    }
  }, [changed])
  return state
}
