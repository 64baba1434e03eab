import { type RefObject, useLayoutEffect, useRef } from 'react'

/** Keeps a multi-line field as high as its text in browsers without `field-sizing`, within its minimum and maximum. */
export function useFittingHeight(text: string): RefObject<HTMLTextAreaElement | null> {
  const area = useRef<HTMLTextAreaElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text has another height.
  useLayoutEffect(() => fitHeight(area.current), [text])
  useLayoutEffect(() => {
    const { current } = area
    if (!current || typeof ResizeObserver === 'undefined') return
    let width = 0
    const observer = new ResizeObserver(([entry]) => {
      if (entry?.contentRect.width === width) return
      width = entry?.contentRect.width ?? 0
      fitHeight(current)
    })
    observer.observe(current)
    return () => observer.disconnect()
  }, [])
  return area
}

function fitHeight(area: HTMLTextAreaElement | null): void {
  if (!area || globalThis.CSS?.supports?.('field-sizing', 'content') !== false) return
  area.style.height = 'auto'
  const borders = area.offsetHeight - area.clientHeight
  area.style.height = `${area.scrollHeight + borders}px`
}
