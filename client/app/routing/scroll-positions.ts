const STORAGE_KEY = 'scroll_positions'
const MAX_POSITIONS = 100

/** The scroll position of each history entry, in px from the top, for as long as the tab lives. */
export type ScrollPositions = {
  /** Saves positions for this entry from now on. Returns the saved one; `undefined` for the first entry. */
  enter(entry: string): number | undefined
}

/**
 * Restores scroll positions after the page is rendered, where the browser would do it before. When the document is left,
 * the browser restores positions again, so that reloading and returning from another site work as usual.
 */
export function createScrollPositions(view: Window = window): ScrollPositions {
  const positions = new Map<string, number>(readStored(view))
  let current: string | undefined
  let leftAt = 0
  const save = () => {
    if (current !== undefined) positions.set(current, Math.round(view.scrollY))
  }
  const takeOver = () => {
    view.history.scrollRestoration = 'manual'
  }
  takeOver()
  view.addEventListener('pageshow', ({ persisted }) => {
    takeOver()
    // Safari starts a page of the back/forward cache at its top, because of the setting at `pagehide`.
    if (persisted) view.scrollTo(0, leftAt)
  })
  view.addEventListener('scroll', save, { passive: true })
  view.addEventListener('pagehide', () => {
    leftAt = view.scrollY
    view.history.scrollRestoration = 'auto'
    store(view, [...positions])
  })
  return {
    enter(entry) {
      const isFirst = current === undefined
      current = entry
      // The page may have been scrolled before it was hydrated.
      if (isFirst) save()
      return isFirst ? undefined : (positions.get(entry) ?? 0)
    },
  }
}

/** Storage may be disabled or hold data of another version: then every page starts at its top. */
function readStored(view: Window): [string, number][] {
  try {
    return JSON.parse(view.sessionStorage.getItem(STORAGE_KEY) ?? '[]')
  } catch {
    return []
  }
}

function store(view: Window, positions: [string, number][]) {
  try {
    view.sessionStorage.setItem(STORAGE_KEY, JSON.stringify(positions.slice(-MAX_POSITIONS)))
  } catch {
    // Without storage, only the positions are lost.
  }
}
