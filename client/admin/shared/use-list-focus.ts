import { type RefObject, useEffect, useRef } from 'react'
import { focusIsLost } from './dialogs.tsx'

/**
 * Moves the focus to a list that `shown` has changed, if the control that did so is gone, and shows the beginning of another `page`
 * of it. The list must be focusable.
 */
export function useListFocus(list: RefObject<HTMLElement | null>, shown: string, page: number): void {
  const before = useRef({ shown, page })
  useEffect(() => {
    const last = before.current
    before.current = { shown, page }
    if (last.shown === shown) return
    const isPaged = last.page !== page
    const isOnPageLink = isPaged && list.current?.contains(document.activeElement)
    if (!focusIsLost() && !isOnPageLink) return
    list.current?.focus({ preventScroll: true })
    if (isPaged) list.current?.scrollIntoView()
  }, [list, shown, page])
}
