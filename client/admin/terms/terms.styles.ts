import { createStyled } from '#client/ui/base/styles.ts'

const s = createStyled('admin-term')
export const Form = s('form')`
  display: grid;
  gap: 18px;
  max-width: 640px;
  & > button { justify-self: start; }
`
/** What is in a panel, one below the other. */
export const Part = s('div')`
  display: grid;
  gap: 18px;
  max-width: 640px;
  & > p { color: var(--text-2); }
  & > button { justify-self: start; }
`
