import { useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import { Icon } from '#client/ui/base/icon.tsx'
import { Link } from '#client/ui/base/link.tsx'
import { createStyled } from '#client/ui/base/styles.ts'
import { pagePaths } from '#contract/paths.ts'
import { landingIds, trades } from '#contract/trades.ts'

/** Links to the pages of the trades. The pictures are loaded with the full sprite. */
export const TradeLinks = () => (
  <List>
    {landingIds.map((id) => (
      <li key={id}>
        <Link to={pagePaths.landing(id)}>
          <svg width="36" height="36" data-later aria-hidden="true">
            <use href={`#good-${trades[id].good}`} />
          </svg>
          <span>
            <b>{trades[id].name}</b> <span>{trades[id].text}</span>
          </span>
        </Link>
      </li>
    ))}
  </List>
)

/** A disclosure of the browser, which works without JavaScript. The app closes it on Escape, outside of it, and after a navigation. */
export function TradesMenu() {
  const details = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    let stop: (() => void) | undefined
    import('./close-trades.ts').then(
      ({ closeOnLeaving }) => {
        if (details.current) stop = closeOnLeaving(details.current)
      },
      () => {},
    )
    return () => stop?.()
  }, [])
  useOnNavigation(() => {
    if (details.current) details.current.open = false
  })
  return (
    // The reader may have opened it before hydration.
    <Disclosure ref={details} suppressHydrationWarning>
      <summary>
        Trades <Icon name="chevron-down" size={18} />
      </summary>
      <TradeLinks />
    </Disclosure>
  )
}

/** Runs when the URL changes, before the new page takes the focus, but not during hydration. */
export function useOnNavigation(run: () => void) {
  const { key } = useLocation()
  const shownFor = useRef(key)
  useLayoutEffect(() => {
    if (shownFor.current === key) return
    shownFor.current = key
    run()
  })
}

const s = createStyled('trades-menu')
export const List = s('ul')`
  & a {
    display: flex;
    align-items: center;
    gap: 14px;
    min-height: 44px;
    text-decoration: none;
  }
  & svg { flex: none; }
`
/** The panel is below the toolbar, at the right edge of its row. */
const Disclosure = s('details')`
  & > summary { list-style: none; cursor: pointer; }
  & > summary::-webkit-details-marker { display: none; }
  &[open] > summary > svg { transform: rotate(180deg); }
  & > ul {
    position: absolute;
    top: 100%;
    right: 0;
    width: min(440px, 100vw - 2 * var(--s-gutter));
    padding: 10px;
    border-radius: var(--r-lg);
    background: var(--surface);
    box-shadow: 0 0 0 1px var(--line), var(--shadow-3);
  }
  & li a { padding: 10px; border-radius: var(--r-md); }
  & li a:hover { background: var(--surface-2); }
  & li span { color: var(--text-2); font-size: var(--t-small); font-weight: 400; line-height: 1.4; }
  & b { display: block; color: var(--text); }
`
