/**
 * The state of a navigation that only changes what a page shows of itself, as its filter: the page stays where it is
 * scrolled to, and the focus where it is.
 */
export const KEEP_SCROLL = { inPlace: true } as const

export const keepsScroll = (state: unknown): boolean => Object(state).inPlace === true
