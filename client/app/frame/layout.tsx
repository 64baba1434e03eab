import type { ReactNode } from 'react'
import { createStyled } from '#client/ui/styles.ts'
import type { SiteInfo } from '#contract/site.ts'
import { Footer } from './footer.tsx'
import { MobileMenu } from './mobile-menu.tsx'
import { Toolbar } from './toolbar.tsx'

const s = createStyled('layout')
const Skip = s('a')`
  position: absolute;
  top: -60px;
  left: 16px;
  z-index: 500;
  padding: 10px 16px;
  border-radius: 8px;
  background: var(--paper);
  color: var(--paper-ink);
  &:focus { top: 12px; }
`
/** Keeps the footer at the bottom of the window on short pages. */
const Frame = s('div')`
  display: flex;
  flex-direction: column;
  min-height: 100dvh;
  & > main { flex: 1; }
`

type Layout = {
  site: SiteInfo
  frame: 'site' | 'admin'
  children: ReactNode
}

/** The frame around every page: skip link, toolbar with menu, `main`, footer. */
export function Layout({ site, frame, children }: Layout) {
  return (
    <Frame>
      <Skip href="#main">Skip to content</Skip>
      {frame === 'site' && <Toolbar site={site} />}
      {frame === 'site' && <MobileMenu site={site} />}
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      {frame === 'site' && <Footer site={site} />}
    </Frame>
  )
}
