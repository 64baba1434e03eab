import { type RefObject, useEffect, useRef } from 'react'

/** Sets `--bars-above` to the height of a bar that stays at the top of the window, so that the editor's toolbar stays below it. */
export function useBarHeight(): RefObject<HTMLDivElement | null> {
  const bar = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = bar.current
    if (!element) return
    const { style } = document.documentElement
    const observer = new ResizeObserver(() => {
      const height = getComputedStyle(element).position === 'sticky' ? element.offsetHeight : 0
      style.setProperty('--bars-above', `${height}px`)
    })
    observer.observe(element)
    return () => {
      observer.disconnect()
      style.removeProperty('--bars-above')
    }
  }, [])
  return bar
}
