import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { guardHistory } from '#client/lib/history-guard.ts'

type Guarded = {
  /** Whether text is not on the server yet. */
  isUnstored: () => boolean
  /** Whether closing the page loses something. */
  isLosing: () => boolean
  /** Resolves with whether it succeeded. */
  store: () => Promise<boolean>
}

/** A link, Back and Forward store text first that is not stored, and ask if that fails. Closing the page asks if it loses something. */
export function useLeaveGuard({ isUnstored, isLosing, store }: Guarded) {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  /** What was asked for: it leaves the page. */
  const [asking, setAsking] = useState<() => void>()
  const isStoring = useRef(false)

  const storeAndLeave = useEffectEvent(async (leave: () => void) => {
    if (isStoring.current) return
    isStoring.current = true
    const isStored = await store()
    isStoring.current = false
    if (isStored) leave()
    else setAsking(() => leave)
  })

  const onClose = useEffectEvent((event: BeforeUnloadEvent) => {
    if (isLosing()) event.preventDefault()
  })
  const onClick = useEffectEvent((event: MouseEvent) => {
    const path = linkedPath(event)
    if (path === undefined || !isUnstored()) return
    event.preventDefault()
    event.stopPropagation()
    void storeAndLeave(() => navigate(path))
  })
  const isLeaving = useEffectEvent(() => location.pathname + location.search !== pathname + search && isUnstored())

  useEffect(() => {
    addEventListener('beforeunload', onClose)
    // Before the router sees the click.
    addEventListener('click', onClick, true)
    const stop = guardHistory(isLeaving, (leave) => void storeAndLeave(leave))
    return () => {
      removeEventListener('beforeunload', onClose)
      removeEventListener('click', onClick, true)
      stop()
    }
  }, [])

  return {
    isAsking: asking !== undefined,
    stay: () => setAsking(undefined),
    leave: () => asking?.(),
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
