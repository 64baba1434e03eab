const EVENTS = ['keydown', 'click', 'focusin'] as const

/** Closes the open disclosure on Escape, which also moves the focus to it, and outside of it. Returns how to stop. */
export function closeOnLeaving(menu: HTMLDetailsElement): () => void {
  const onEvent = (event: Event) => {
    if (!menu.open) return
    const isKey = event instanceof KeyboardEvent
    const isEscape = isKey && event.key === 'Escape'
    const isOutside = !isKey && event.target instanceof Node && !menu.contains(event.target)
    if (isEscape) menu.querySelector('summary')?.focus()
    menu.open = !isEscape && !isOutside
  }
  const ends = new AbortController()
  for (const type of EVENTS) document.addEventListener(type, onEvent, ends)
  return () => ends.abort()
}
