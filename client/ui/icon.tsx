import type { iconPaths } from '#client/ui/icon-paths.ts'
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

/** A glyph of the sprite, `size` px square, in the colour of the text. Decorative: the words beside it, or the control's label, say the same. */
export function Icon({ name, size = 20, bold = false }: { name: IconName; size?: number; bold?: boolean }) {
  return (
    <Glyph width={size} height={size} $bold={bold} aria-hidden="true">
      <use href={`#icon-${name}`} />
    </Glyph>
  )
}
