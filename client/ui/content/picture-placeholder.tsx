import { createStyled } from '#client/ui/create-styled.ts'
import { Icon } from '#client/ui/icon.tsx'

const s = createStyled('picture-placeholder')
const Box = s('div')`
  display: grid;
  place-items: center;
  aspect-ratio: 16 / 9;
  background: var(--surface-2);
  color: var(--text-3);
`

/** Where a post has no picture. */
export function PicturePlaceholder({ className, size = 34 }: { className?: string; size?: number }) {
  return (
    <Box className={className}>
      <Icon name="image" size={size} />
    </Box>
  )
}
