import { createStyled } from '#client/ui/base/styles.ts'

const s = createStyled('card')

/** `$hover` highlights the border, for cards that are one link. */
export const Card = s('article')<{ $hover?: boolean }>`
  position: relative;
  display: flex;
  flex-direction: column;
  overflow: hidden;
  border-radius: var(--r-xl);
  background: var(--surface);
  box-shadow: 0 0 0 1px var(--line), var(--shadow-1);
  ${({ $hover }) => $hover && '&:hover { box-shadow: 0 0 0 1.5px var(--primary); }'}
`
