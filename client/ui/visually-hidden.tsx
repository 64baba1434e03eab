import { scoped } from './create-styled.ts'

const s = scoped('visually-hidden')

/** Said, not shown. */
export const VisuallyHidden = s('span')`
  position: absolute;
  width: 1px;
  height: 1px;
  overflow: hidden;
  clip-path: inset(50%);
  white-space: nowrap;
`
