/**
 * A ref: names the tables and code blocks in an element that are wider than their place, and lets the keyboard scroll them. Others
 * are no stop of the Tab key.
 */
export function observeScrollRegions(element: HTMLElement | null): () => void {
  const regions = element?.querySelectorAll<HTMLElement>('.scroll, pre') ?? []
  const observer = new ResizeObserver(() => regions.forEach(update))
  for (const region of regions) observer.observe(region)
  return () => observer.disconnect()
}

function update(region: HTMLElement, index: number): void {
  const isWide = region.scrollWidth > region.clientWidth
  const set = (name: string, value: string) =>
    isWide ? region.setAttribute(name, value) : region.removeAttribute(name)
  set('tabindex', '0')
  set('role', 'region')
  set('aria-label', `${region.localName === 'pre' ? 'Code' : 'Table'} ${index + 1}, scrolls sideways`)
}
