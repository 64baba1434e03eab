import { createStyled } from './create-styled.ts'

const s = createStyled('visually-hidden')

/** Said, not shown. */
export const VisuallyHidden = s('span')`
  position: absolute;
  width: 1px;
  height: 1px;
  overflow: hidden;
  clip-path: inset(50%);
  white-space: nowrap;
`
