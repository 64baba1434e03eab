/** An event on the window, and a mark in the browser's record of the page: the app answers for what the server drew. */
export const ALIVE = 'alive'

/** To be told once, as soon as everything on the page answers. */
export function tellAlive() {
  performance.mark(ALIVE)
  dispatchEvent(new Event(ALIVE))
}

/** Since when the reader sees what is drawn now, in milliseconds since 1970: a first page is there long before the app. */
export const shownSince = () =>
  performance.getEntriesByName(ALIVE).length === 0 ? Math.round(performance.timeOrigin) : Date.now()
