import type { ReactNode } from 'react'
import { createStyled } from '#client/ui/base/styles.ts'
import type { SiteInfo } from '#contract/site.ts'

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
export const Column = s('div')`
  display: flex;
  flex-direction: column;
  min-height: 100dvh;
  & > main { flex: 1; }
`

export type FrameProps = { site: SiteInfo; children: ReactNode }

export const SkipLink = () => <Skip href="#main">Skip to content</Skip>

export const Main = ({ children }: { children: ReactNode }) => (
  <main id="main" tabIndex={-1}>
    {children}
  </main>
)
