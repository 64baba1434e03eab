import { useSyncExternalStore } from 'react'
import { css } from 'styled-components'
import { ButtonLink } from '#client/ui/base/button.tsx'
import { Icon } from '#client/ui/base/icon.tsx'
import { Container } from '#client/ui/base/layout.tsx'
import { Link } from '#client/ui/base/link.tsx'
import { createStyled, media } from '#client/ui/base/styles.ts'
import { LabelWithHiddenContext } from '#client/ui/base/visually-hidden.tsx'
import { Logo } from '#client/ui/brand/logo.tsx'
import { dialogCommandProps } from '#client/ui/overlay/dialog.tsx'
import { pagePaths } from '#contract/paths.ts'
import type { SiteInfo } from '#contract/site.ts'
import { MENU_ID, toolbarLinks } from './mobile-menu.tsx'
import { TradesMenu } from './trades-menu.tsx'

/** On every page: transparent at the top, solid once the page is scrolled. */
export function Toolbar({ site }: { site: SiteInfo }) {
  return (
    <Bar $solid={useScrolled()}>
      <Inside width="hero">
        <Logo name={site.name} />
        <Rows>
          <Links aria-label="Main">
            {toolbarLinks(site).map(({ label, rest, to }) => (
              <Plain key={to} to={to} aria-label={label}>
                <LabelWithHiddenContext visible={label} hidden={rest} />
              </Plain>
            ))}
          </Links>
          <Buyers aria-label="For buyers">
            <TradesMenu />
            <Plain to={pagePaths.pricing}>Pricing</Plain>
            <Plain to={pagePaths.blog}>Blog</Plain>
            <ButtonLink small to={pagePaths.tryForFree}>
              Try For Free
            </ButtonLink>
          </Buyers>
        </Rows>
        <Burger
          type="button"
          aria-label="Open menu"
          aria-haspopup="dialog"
          {...dialogCommandProps(MENU_ID, 'show-modal')}
        >
          <Icon name="menu" size={28} />
        </Burger>
      </Inside>
    </Bar>
  )
}

function subscribe(changed: () => void) {
  addEventListener('scroll', changed, { passive: true })
  return () => removeEventListener('scroll', changed)
}

/** Whether the page is scrolled. The server renders the page at the top. */
export const useScrolled = () =>
  useSyncExternalStore(
    subscribe,
    () => scrollY > 0,
    () => false,
  )

const s = createStyled('toolbar')
/** Without JavaScript the scroll position is unknown: the bar is not fixed, and shows its links on narrow screens. */
const Bar = s('header')<{ $solid: boolean }>`
  position: fixed;
  inset: 0 0 auto;
  z-index: 100;
  background: ${({ $solid }) => ($solid ? 'var(--bg)' : 'transparent')};
  box-shadow: 0 1px 0 ${({ $solid }) => ($solid ? 'var(--line)' : 'transparent')};
  transition: background var(--base), box-shadow var(--base);
  @media (scripting: none) { position: absolute; }
  @media (scripting: none) and (max-width: 1263.9px) { position: static; }
`
const Inside = s(Container)`
  display: flex;
  align-items: center;
  justify-content: space-between;
  min-height: var(--toolbar);
  ${media.phone} { min-height: 64px; }
  @media (scripting: none) { flex-wrap: wrap; }
`
/** One row where all of it fits at 120 % text; otherwise the specified links in a thin row above. */
const Rows = s('div')`
  display: flex;
  align-items: center;
  gap: 0 24px;
  ${media.twoRows} { flex-direction: column; align-items: flex-end; }
  ${media.hamburger} { display: none; }
  @media (scripting: none) { display: flex; flex-wrap: wrap; }
`
const entry = css`
  display: flex;
  align-items: center;
  gap: 6px;
  min-height: 44px;
  padding: 0 14px;
  border-radius: 8px;
  text-decoration: none;
  &:hover { background: var(--surface-2); color: var(--text); }
`
const Plain = s(Link)`${entry}`
const Links = s('nav')`
  display: flex;
  flex-wrap: wrap;
  color: var(--text-2);
  font-size: 0.875rem;
  ${media.twoRows} { margin-right: -14px; & a { min-height: 36px; } }
`
const Buyers = s('nav')`
  position: relative;
  display: flex;
  flex-wrap: wrap;
  gap: 6px;
  font-size: 0.9688rem;
  font-weight: 600;
  & summary { ${entry} }
  & > :last-child { margin-left: 10px; }
  ${media.twoRows} { min-height: 64px; align-items: center; }
`
const Burger = s('button')`
  display: none;
  place-items: center;
  width: 48px;
  height: 48px;
  margin-right: -10px;
  padding: 0;
  border: 0;
  border-radius: var(--r-md);
  background: none;
  cursor: pointer;
  ${media.hamburger} { display: grid; }
  @media (scripting: none) { display: none; }
`
