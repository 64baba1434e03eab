import { type RefObject, useEffect } from 'react'

/**
 * Names the tables and code blocks in an element that are wider than their place, and lets the keyboard scroll them. Others are no
 * stop of the Tab key.
 */
export function useScrollRegions(element: RefObject<HTMLElement | null>, html: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text has other boxes
  useEffect(() => {
    const boxes = element.current?.querySelectorAll<HTMLElement>('.scroll, pre') ?? []
    const observer = new ResizeObserver(() => boxes.forEach(update))
    for (const box of boxes) observer.observe(box)
    return () => observer.disconnect()
  }, [html])
}

function update(box: HTMLElement, index: number): void {
  const isWide = box.scrollWidth > box.clientWidth
  const set = (name: string, value: string) => (isWide ? box.setAttribute(name, value) : box.removeAttribute(name))
  set('tabindex', '0')
  set('role', 'region')
  set('aria-label', `${box.localName === 'pre' ? 'Code' : 'Table'} ${index + 1}, scrolls sideways`)
}
