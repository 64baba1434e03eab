import { flushSync } from 'react-dom'
import { UNSAFE_createBrowserHistory as createHistory } from 'react-router-dom'

type BrowserHistory = ReturnType<typeof createHistory>
type Listener = Parameters<BrowserHistory['listen']>[0]
type Place = { pathname: string; search: string }

/**
 * The browser's history, as the router takes it. A link to another page fades into it, in browsers that can, for readers
 * who do not want calm, and only where the page `isReady`: nobody waits for a fade. Back and forward are the browser's own.
 * `leave` is told before anything changes.
 */
export function fadingHistory(isReady: (place: Place) => boolean, leave: () => void): BrowserHistory {
  const history = createHistory({ v5Compat: true })
  let shown: Place = history.location
  const listen = (tell: Listener) =>
    history.listen((update) => {
      leave()
      const { action, location } = update
      const isOther = location.pathname !== shown.pathname || location.search !== shown.search
      shown = location
      if (action === 'POP' || !isOther || !mayMove() || !isReady(location)) return tell(update)
      const fade = document.startViewTransition(() => flushSync(() => tell(update)))
      // One that the browser leaves out has still changed the page.
      fade.ready.catch(() => {})
    })
  return Object.create(history, { listen: { value: listen } })
}

const mayMove = () => 'startViewTransition' in document && !matchMedia('(prefers-reduced-motion: reduce)').matches
