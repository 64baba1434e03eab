import { useRef } from 'react'
import { ButtonLink, IconButton } from '#client/ui/base/button.tsx'
import { Link } from '#client/ui/base/link.tsx'
import { createStyled, media } from '#client/ui/base/styles.ts'
import { LabelWithHiddenContext } from '#client/ui/base/visually-hidden.tsx'
import { Logo } from '#client/ui/brand/logo.tsx'
import { dialogCommandProps } from '#client/ui/overlay/dialog.tsx'
import { pagePaths } from '#contract/paths.ts'
import type { SiteInfo } from '#contract/site.ts'
import { TradeLinks, useOnNavigation } from './trades-menu.tsx'

/** The toolbar's links; the menu shows them on smaller screens. `rest` is hidden context for short labels. */
export const toolbarLinks = ({ slug, name }: SiteInfo) =>
  [
    { label: 'Download Driver Pro app', rest: '', to: pagePaths.driverApp(slug) },
    { label: 'Download Operator Pro app', rest: '', to: pagePaths.operatorApp(slug) },
    { label: 'Learn More', rest: `about ${name}`, to: pagePaths.learnMore },
    { label: 'Contact Us', rest: '', to: pagePaths.contact },
  ] as const

export const MENU_ID = 'mobile-menu'

/** What the toolbar shows on wide screens, on the whole screen. A native modal dialog traps and returns the focus. */
export function MobileMenu({ site }: { site: SiteInfo }) {
  const dialog = useRef<HTMLDialogElement>(null)
  useOnNavigation(() => dialog.current?.close())
  return (
    <FullScreenDialog ref={dialog} id={MENU_ID} aria-label="Menu" suppressHydrationWarning>
      <Head>
        <Logo name={site.name} />
        <IconButton icon="close" size={28} label="Close menu" {...dialogCommandProps(MENU_ID, 'close')} />
      </Head>
      <Links aria-label="Menu">
        <ButtonLink block to={pagePaths.tryForFree}>
          Try For Free
        </ButtonLink>
        <Link to={pagePaths.pricing}>Pricing</Link>
        <Link to={pagePaths.features}>Features</Link>
        <TradeLinks />
        <Link to={pagePaths.blog}>Blog</Link>
        <hr />
        {toolbarLinks(site).map(({ label, rest, to }) => (
          <Link key={to} to={to} aria-label={label}>
            <LabelWithHiddenContext visible={label} hidden={rest} />
          </Link>
        ))}
      </Links>
    </FullScreenDialog>
  )
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
const Head = s('div')`
  display: flex;
  flex: none;
  align-items: center;
  justify-content: space-between;
  min-height: var(--toolbar);
  & > button { margin-right: -10px; color: var(--text); }
  ${media.phone} { min-height: 64px; }
`
/** The specified links, after the rule, are lighter. */
const Links = s('nav')`
  padding-block: 8px 24px;
  & > a:not(:first-child) { display: flex; align-items: center; min-height: 46px; text-decoration: none; }
  & > a:not(:first-child), & b { font: 620 1.1875rem / 1.25 var(--f-display); }
  & li span span { display: none; }
  & > hr { margin: 12px 0; border: 0; border-top: 1px solid var(--line-strong); }
  & > hr ~ a:not(:first-child) { color: var(--text-2); font: 500 1rem / 1.25 var(--f-body); }
`
