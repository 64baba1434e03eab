import type { ComponentProps, ReactNode } from 'react'
import { createStyled, media } from './styles.ts'

/** In px (docs/product-rules.md#layout). */
const widths = { page: 1200, hero: 1500, prose: 720, dialog: 800, admin: 1360 } as const
export type ContainerWidth = keyof typeof widths

/** Centers its content at one of the site's widths. */
export function Container({
  width = 'page',
  ...rest
}: Omit<ComponentProps<'div'>, 'width'> & { width?: ContainerWidth }) {
  return <ContainerDiv $width={width} {...rest} />
}

type TitledSection = Omit<ComponentProps<typeof Section>, 'title'> & { title: ReactNode; lead?: string }

const s = createStyled('container')
const ContainerDiv = s('div')<{ $width: ContainerWidth }>`
  width: min(${({ $width }) => widths[$width]}px, 100% - 2 * var(--s-gutter));
  margin-inline: auto;
`
/** The header of a page, with room for the toolbar. */
export const PageHead = s(Container)`
  padding-block: calc(var(--toolbar) + clamp(40px, 6vw, 88px)) clamp(40px, 5vw, 72px);
`
export const Lead = s('p')`
  max-width: 42.7em;
  margin-top: 18px;
  color: var(--text-2);
  font-size: var(--t-lead);
  line-height: 1.55;
`
/** `$band` gives the section another background; `$joined` continues the section above; `$thin` is for little content. */
export const Section = s('section')<{ $band?: boolean; $joined?: boolean; $thin?: boolean }>`
  padding-block: ${({ $joined, $thin }) => `${$joined ? '0 ' : ''}${$thin ? 'clamp(36px, 5vw, 64px)' : 'var(--s-section)'}`};
  ${({ $band }) => $band && 'background: var(--bg-band);'}
`
export const LeadText = s('p')`
  color: var(--text-2);
  font-size: var(--t-lead);
  line-height: 1.55;
`
export const SectionHead = s('div')`
  max-width: 720px;
  margin-bottom: clamp(24px, 4vw, 48px);
  & > p { margin-top: var(--s-4); }
`
/** A section whose heading and optional lead text are above its content. */
export const TitledSection = ({ title, lead, children, ...rest }: TitledSection) => (
  <Section {...rest}>
    <Container>
      <SectionHead>
        <h2>{title}</h2>
        {lead && <LeadText>{lead}</LeadText>}
      </SectionHead>
      {children}
    </Container>
  </Section>
)
/** Two columns, stacked on narrow pages. */
export const Halves = s(Container)<{ $columns?: string; $top?: boolean }>`
  display: grid;
  grid-template-columns: ${({ $columns = '1fr 1fr' }) => $columns};
  gap: clamp(40px, 6vw, 96px);
  align-items: ${({ $top }) => ($top ? 'start' : 'center')};
  & > * { min-width: 0; }
  ${media.compact} { grid-template-columns: minmax(0, 1fr); }
`
