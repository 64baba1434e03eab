import type { iconPaths } from './icon-paths.ts'
import { createStyled } from './styles.ts'

export type IconName = keyof typeof iconPaths

const s = createStyled('icon')
const Glyph = s('svg')<{ $bold: boolean }>`
  flex: none;
  fill: none;
  stroke: currentColor;
  stroke-width: ${({ $bold }) => ($bold ? 2.6 : 1.75)};
  stroke-linecap: round;
  stroke-linejoin: round;
`

/** An icon of the sprite, `size` px square, in the text color. Decorative. */
export function Icon({ name, size = 20, bold = false }: { name: IconName; size?: number; bold?: boolean }) {
  return (
    <Glyph width={size} height={size} $bold={bold} aria-hidden="true">
      <use href={`#icon-${name}`} />
    </Glyph>
  )
}
