import { type RefObject, useEffect, useRef } from 'react'

const PADDING = 8

/**
 * For a bar that stays at the top of the window: sets `--bars-above` to its height, so that the editor's toolbar stays below it,
 * and `--scrolls-away` to the height of what may leave the window on phones: all above the child with `data-stays`.
 */
export function useBarHeight(): RefObject<HTMLDivElement | null> {
  const bar = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = bar.current
    if (!element) return
    const { style } = document.documentElement
    const observer = new ResizeObserver(() => {
      const stays = element.querySelector<HTMLElement>('[data-stays]')
      element.style.setProperty('--scrolls-away', `${(stays?.offsetTop ?? PADDING) - PADDING}px`)
      // Negative where only that child stays.
      const top = Number.parseFloat(getComputedStyle(element).top) || 0
      style.setProperty('--bars-above', `${element.offsetHeight + top}px`)
    })
    observer.observe(element)
    return () => {
      observer.disconnect()
      style.removeProperty('--bars-above')
    }
  }, [])
  return bar
}
