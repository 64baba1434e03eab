import { scoped } from '#client/ui/scoped.ts'

const s = scoped('scripted')

/** What does nothing without JavaScript, and is not shown then. */
export const Scripted = s('span')`
  @media (scripting: none) { display: none; }
`
