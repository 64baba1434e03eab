import type { ReactNode } from 'react'
import { createStyled } from '#client/ui/create-styled.ts'

const s = createStyled('screen-picture')
/**
 * A drawing made of markup: one picture with one sentence to whoever cannot see it. What is inside scales with its
 * own width: children count in `cqw`.
 */
const Box = s('div')`
  position: relative;
  width: 100%;
  container-type: inline-size;
  color: var(--text);
  line-height: 1.35;
  text-align: left;
  font-variant-numeric: tabular-nums;
`

export function IllustrationFrame({
  label,
  className,
  children,
}: {
  label: string
  className?: string
  children: ReactNode
}) {
  return (
    <Box role="img" aria-label={label} className={className}>
      <div aria-hidden="true">{children}</div>
    </Box>
  )
}
