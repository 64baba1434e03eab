import { Container } from '#client/ui/container.tsx'
import { createStyled } from '#client/ui/create-styled.ts'

const s = createStyled('page-head')

/** The head of a page that opens with words: clear of the toolbar, which lies above it. */
export const PageHead = s(Container)`
  padding-block: calc(76px + clamp(40px, 6vw, 88px)) clamp(40px, 5vw, 72px);
  & h1 { overflow-wrap: anywhere; }
`
export const Lead = s('p')`
  max-width: 42.7em;
  margin-top: 18px;
  color: var(--text-2);
  font-size: var(--t-lead);
  line-height: 1.55;
`
