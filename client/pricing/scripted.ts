import { createStyled } from '#client/ui/create-styled.ts'

const s = createStyled('scripted')

/** What does nothing without JavaScript, and is not shown then. */
export const HiddenWithoutScript = s('span')`
  @media (scripting: none) { display: none; }
`
