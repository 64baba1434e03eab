import type { ComponentProps } from 'react'
import { createStyled } from './create-styled.ts'

/** DESIGN §4, in px. */
const widths = { page: 1200, hero: 1500, prose: 720, dialog: 800, admin: 1360 } as const
export type ContainerWidth = keyof typeof widths

const s = createStyled('container')
const Box = s('div')<{ $width: ContainerWidth }>`
  width: min(${({ $width }) => widths[$width]}px, 100% - 2 * var(--s-gutter));
  margin-inline: auto;
`

/** Centres its content at one of the design's widths, with the gutter on both sides. */
export function Container({
  width = 'page',
  ...rest
}: Omit<ComponentProps<'div'>, 'width'> & { width?: ContainerWidth }) {
  return <Box $width={width} {...rest} />
}
