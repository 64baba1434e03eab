import { createStyled } from '#client/ui/base/styles.ts'
import { Column, type FrameProps, Main, SkipLink } from './layout.tsx'

/** The frame around every page of administrators. */
export const AdminFrame = ({ children }: FrameProps) => (
  <Column>
    <SkipLink />
    <NeedsScript>
      The dashboard needs JavaScript. Turn it on in the browser’s settings, and reload the page.
    </NeedsScript>
    <Main>{children}</Main>
  </Column>
)

const s = createStyled('admin-frame')
const NeedsScript = s('p')`
  padding: 20px var(--s-gutter);
  border-bottom: 1px solid var(--line);
  background: var(--warning-soft);
  @media (scripting: enabled) { display: none; }
`
