const STORED_KEY = 'scroll_positions'
const POSITIONS_MAX = 100

/** Where each entry of the history was left, in px from the top, for as long as the tab lives. */
export type ScrollMemory = {
  /** The history is at this entry from now on; gives the position that it was left at. */
  enter(entry: string): number
  /** The page is about to go: it was left where it is now, also if its reader was there before the app. */
  leave(): void
}

/**
 * Takes over from the browser, which would restore a position before the page it belongs to is drawn. On the way out
 * of the document the browser is in charge again, so a reload and a return from elsewhere work as everywhere.
 */
export function rememberScroll(view: Window = window): ScrollMemory {
  const positions = new Map<string, number>(stored(view))
  let current = ''
  const leave = () => {
    positions.set(current, Math.round(view.scrollY))
  }
  const takeOver = () => {
    view.history.scrollRestoration = 'manual'
  }
  takeOver()
  view.addEventListener('pageshow', takeOver)
  view.addEventListener('scroll', leave, { passive: true })
  view.addEventListener('pagehide', () => {
    view.history.scrollRestoration = 'auto'
    store(view, [...positions])
  })
  return {
    enter(entry) {
      current = entry
      return positions.get(entry) ?? 0
    },
    leave,
  }
}

/** Storage may be switched off, or hold what another version wrote: then every page begins at its top. */
function stored(view: Window): [string, number][] {
  try {
    return JSON.parse(view.sessionStorage.getItem(STORED_KEY) ?? '[]')
  } catch {
    return []
  }
}

function store(view: Window, positions: [string, number][]) {
  try {
    view.sessionStorage.setItem(STORED_KEY, JSON.stringify(positions.slice(-POSITIONS_MAX)))
  } catch {
    // nothing to be done, and nothing lost but a position
  }
}
