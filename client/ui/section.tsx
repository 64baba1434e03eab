import { Container } from '#client/ui/container.tsx'
import { createStyled } from './create-styled.ts'
import { media } from './media.ts'

const s = createStyled('section')

/** One idea of a page (DESIGN §4). `$band` sets it off from its neighbours; `$joined` continues the one above. */
export const Section = s('section')<{ $band?: boolean; $joined?: boolean }>`
  padding-block: ${({ $joined }) => ($joined ? '0 ' : '')}var(--s-section);
  ${({ $band }) => $band && 'background: var(--bg-band);'}
`

/** A sentence in the size between heading and text. */
export const LeadText = s('p')`
  color: var(--text-2);
  font-size: var(--t-lead);
  line-height: 1.55;
`

/** Heading and lead above what a section shows. */
export const SectionHead = s('div')`
  max-width: 720px;
  margin-bottom: var(--s-7);
  & > p { margin-top: var(--s-4); }
`

/** Two halves side by side, one below the other where the page is narrow. */
export const Halves = s(Container)<{ $columns?: string; $top?: boolean }>`
  display: grid;
  grid-template-columns: ${({ $columns = '1fr 1fr' }) => $columns};
  gap: clamp(40px, 6vw, 96px);
  align-items: ${({ $top }) => ($top ? 'start' : 'center')};
  & > * { min-width: 0; }
  ${media.compact} { grid-template-columns: minmax(0, 1fr); }
`
