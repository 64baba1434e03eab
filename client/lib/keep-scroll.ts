/** Navigation state for changes within a page, such as a filter: scroll position and focus stay. */
export const KEEP_SCROLL = { inPlace: true } as const

export const keepsScroll = (state: unknown): boolean => Object(state).inPlace === true
