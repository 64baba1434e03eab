import { useEffect, useEffectEvent, useState } from 'react'
import { useNavigate } from 'react-router-dom'

/**
 * While text is not stored anywhere but here, a link stores it first, and asks if that fails; closing the page asks. `store` resolves with
 * whether it succeeded.
 */
export function useLeaveGuard(isUnstored: boolean, store: () => Promise<boolean>) {
  const navigate = useNavigate()
  const [asking, setAsking] = useState<string>()

  const follow = useEffectEvent(async (path: string) => {
    if (await store()) navigate(path)
    else setAsking(path)
  })

  useEffect(() => {
    if (!isUnstored) return
    const onClose = (event: BeforeUnloadEvent) => event.preventDefault()
    const onClick = (event: MouseEvent) => {
      const path = linkedPath(event)
      if (path === undefined) return
      event.preventDefault()
      event.stopPropagation()
      void follow(path)
    }
    addEventListener('beforeunload', onClose)
    // Before the router sees the click.
    addEventListener('click', onClick, true)
    return () => {
      removeEventListener('beforeunload', onClose)
      removeEventListener('click', onClick, true)
    }
  }, [isUnstored])

  return {
    isAsking: asking !== undefined,
    stay: () => setAsking(undefined),
    leave: () => asking !== undefined && navigate(asking),
  }
}

/** The path of a link to this site that opens in this tab. */
function linkedPath({ target, button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): string | undefined {
  if (button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return undefined
  const link = target instanceof Element ? target.closest('a') : null
  if (!link || link.origin !== location.origin || link.target || link.hasAttribute('download')) return undefined
  if (link.pathname === location.pathname && link.hash) return undefined
  return link.pathname + link.search + link.hash
}
