import { useLayoutEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import { createStyled } from '#client/ui/create-styled.ts'
import type { SiteFacts } from '#contract/site.ts'
import { MenuLinks } from './menu-links.tsx'
import { WeekStrip } from './week-strip.tsx'

export const MENU_ID = 'mobile-menu'

const s = createStyled('mobile-menu')
const Screen = s('dialog')`
  width: 100%;
  max-width: none;
  height: 100dvh;
  max-height: none;
  padding: 0 var(--s-gutter) 28px;
  border: 0;
  background: var(--bg);
  color: var(--text);
  &[open] { display: flex; flex-direction: column; }
`
const Offer = s('p')`
  margin-top: 16px;
  color: var(--text-2);
  font-size: var(--t-small);
`

/** §2: the toolbar's links on the whole screen, for medium and small ones. A native modal dialog keeps the focus in and gives it back. */
export function MobileMenu({ site }: { site: SiteFacts }) {
  const dialog = useClosedOnNavigation()
  return (
    <Screen ref={dialog} id={MENU_ID} aria-label="Menu" suppressHydrationWarning>
      <MenuLinks site={site} menuId={MENU_ID} />
      <WeekStrip />
      <Offer>1 month free trial: no money down, no contracts.</Offer>
    </Screen>
  )
}

/**
 * Closes when the address changes, but not when the app takes over a menu that an early reader has already opened. Before the new page
 * takes the focus, which below an open menu nothing can have.
 */
function useClosedOnNavigation() {
  const dialog = useRef<HTMLDialogElement>(null)
  const { key } = useLocation()
  const shownFor = useRef(key)
  useLayoutEffect(() => {
    if (shownFor.current === key) return
    shownFor.current = key
    dialog.current?.close()
  }, [key])
  return dialog
}
