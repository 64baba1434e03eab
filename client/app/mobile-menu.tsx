import { useEffect, useRef } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { toolbarLinks } from '#client/app/toolbar-links.ts'
import { WeekStrip } from '#client/app/week-strip.tsx'
import { FixedLabel } from '#client/ui/fixed-label.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { IconButton } from '#client/ui/icon-button.tsx'
import { invoker } from '#client/ui/invoker.ts'
import { Logo } from '#client/ui/logo.tsx'
import { PalletScene } from '#client/ui/pallet-scene.tsx'
import { scoped } from '#client/ui/scoped.ts'
import { media } from '#client/ui/theme.ts'
import type { SiteFacts } from '#contract/site.ts'

export const MENU_ID = 'mobile-menu'

const s = scoped('mobile-menu')
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
const Head = s('div')`
  display: flex;
  flex: none;
  align-items: center;
  justify-content: space-between;
  min-height: 76px;
  & > button { margin-right: -10px; color: var(--text); }
  ${media.phone} { min-height: 64px; }
`
const Links = s('ul')`
  padding-block: 24px;
`
const Entry = s(Link)`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: 16px;
  padding-block: 22px;
  border-bottom: 1px solid var(--line);
  font: 620 1.5rem / 1.25 var(--f-display);
  text-decoration: none;
  & > svg { color: var(--primary-ink); }
`
const Scene = s('div')`
  width: 100%;
  max-width: 310px;
  margin: auto auto 0;
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
      <Head>
        <Logo name={site.name} />
        <IconButton icon="close" size={28} label="Close menu" {...invoker(MENU_ID, 'close')} />
      </Head>
      <nav aria-label="Menu">
        <Links>
          {toolbarLinks(site).map(({ label, rest, to }) => (
            <li key={to}>
              <Entry to={to} aria-label={label}>
                <FixedLabel shown={label} rest={rest} />
                <Icon name="arrow-right" size={24} />
              </Entry>
            </li>
          ))}
        </Links>
      </nav>
      <Scene>
        <PalletScene goods={['loaf', 'jar']} />
      </Scene>
      <WeekStrip />
      <Offer>1 month free trial: no money down, no contracts.</Offer>
    </Screen>
  )
}

/** Closes when the address changes, but not when the app takes over a menu that an early reader has already opened. */
function useClosedOnNavigation() {
  const dialog = useRef<HTMLDialogElement>(null)
  const { key } = useLocation()
  const shownFor = useRef(key)
  useEffect(() => {
    if (shownFor.current === key) return
    shownFor.current = key
    dialog.current?.close()
  }, [key])
  return dialog
}
