/** Focuses an element that has appeared, in the part of the window that the toolbar does not cover: Firefox ignores `scroll-padding` when it scrolls to a focused element. */
export function reveal(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' })
  element?.focus({ preventScroll: true })
}
