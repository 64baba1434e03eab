let guard: ((event: Event) => void) | undefined

/**
 * Lets pages guard the history. Call it before the router starts: a window calls its listeners in the order in which they were
 * added, and the router must not see what a page takes back.
 */
export function allowHistoryGuards(): void {
  addEventListener('popstate', (event) => guard?.(event))
}

/**
 * Takes a Back or Forward back if `isLosing`, and calls `onLeave` with a function that repeats it. Adds no entries to the
 * history. Returns a function that ends this.
 */
export function guardHistory(isLosing: () => boolean, onLeave: (leave: () => void) => void): () => void {
  const here = entryIndex()
  let onReturned: (() => void) | undefined
  let isAllowed = false

  guard = (event) => {
    if (onReturned) {
      event.stopImmediatePropagation()
      onReturned()
      onReturned = undefined
    } else if (!isAllowed && isLosing()) {
      event.stopImmediatePropagation()
      const delta = entryIndex() - here || -1
      onReturned = () =>
        onLeave(() => {
          isAllowed = true
          history.go(delta)
        })
      history.go(-delta)
    }
  }
  return () => {
    guard = undefined
  }
}

/** The router numbers the entries of the history. One of a `#` link has no number; then the one before is assumed. */
const entryIndex = (): number => history.state?.idx ?? Number.NaN
