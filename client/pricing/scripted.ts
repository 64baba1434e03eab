import { scoped } from '#client/ui/create-styled.ts'

const s = scoped('scripted')

/** What does nothing without JavaScript, and is not shown then. */
export const Scripted = s('span')`
  @media (scripting: none) { display: none; }
`
