import { useLayoutEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import { IconButton } from '#client/ui/base/button.tsx'
import { Icon } from '#client/ui/base/icon.tsx'
import { Link } from '#client/ui/base/link.tsx'
import { createStyled, media } from '#client/ui/base/styles.ts'
import { LabelWithHiddenContext } from '#client/ui/base/visually-hidden.tsx'
import { Logo } from '#client/ui/brand/logo.tsx'
import { PalletScene } from '#client/ui/brand/pallet-scene.tsx'
import { dialogCommandProps } from '#client/ui/overlay/dialog.tsx'
import { pagePaths } from '#contract/paths.ts'
import type { SiteInfo } from '#contract/site.ts'
import { WeekStrip } from './footer.tsx'

/** The toolbar's links; the menu shows them on smaller screens. `rest` is hidden context for short labels. */
export const toolbarLinks = ({ slug, name }: SiteInfo) =>
  [
    { label: 'Download Driver Pro app', rest: '', to: pagePaths.driverApp(slug) },
    { label: 'Download Operator Pro app', rest: '', to: pagePaths.operatorApp(slug) },
    { label: 'Learn More', rest: `about ${name}`, to: pagePaths.learnMore },
    { label: 'Contact Us', rest: '', to: pagePaths.contact },
  ] as const

export const MENU_ID = 'mobile-menu'

/** The toolbar's links on the whole screen. A native modal dialog traps and returns the focus. */
export function MobileMenu({ site }: { site: SiteInfo }) {
  const dialog = useClosedOnNavigation()
  return (
    <FullScreenDialog ref={dialog} id={MENU_ID} aria-label="Menu" suppressHydrationWarning>
      <Head>
        <Logo name={site.name} />
        <IconButton icon="close" size={28} label="Close menu" {...dialogCommandProps(MENU_ID, 'close')} />
      </Head>
      <nav aria-label="Menu">
        <Links>
          {toolbarLinks(site).map(({ label, rest, to }) => (
            <li key={to}>
              <Entry to={to} aria-label={label}>
                <LabelWithHiddenContext visible={label} hidden={rest} />
                <Icon name="arrow-right" size={24} />
              </Entry>
            </li>
          ))}
        </Links>
      </nav>
      <Scene>
        <PalletScene goods={['loaf', 'jar']} later />
      </Scene>
      <WeekStrip />
      <Offer>1 month free trial: no money down, no contracts.</Offer>
    </FullScreenDialog>
  )
}

/** Closes the menu when the URL changes, before the new page takes the focus, but not during hydration. */
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

const s = createStyled('mobile-menu')
const FullScreenDialog = s('dialog')`
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
  text-wrap: balance;
  text-decoration: none;
  & > svg { color: var(--primary-ink); }
`
const Scene = s('div')`
  width: 100%;
  max-width: 310px;
  margin: auto auto 0;
`
