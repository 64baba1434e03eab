import type { ComponentProps } from 'react'
import { createStyled, media } from './styles.ts'

/** DESIGN §4, in px. */
const widths = { page: 1200, hero: 1500, prose: 720, dialog: 800, admin: 1360 } as const
export type ContainerWidth = keyof typeof widths

/** Centres its content at one of the design's widths, with the gutter on both sides. */
export function Container({
  width = 'page',
  ...rest
}: Omit<ComponentProps<'div'>, 'width'> & { width?: ContainerWidth }) {
  return <Box $width={width} {...rest} />
}

const s = createStyled('container')
const Box = s('div')<{ $width: ContainerWidth }>`
  width: min(${({ $width }) => widths[$width]}px, 100% - 2 * var(--s-gutter));
  margin-inline: auto;
`
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
