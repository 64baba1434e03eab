import { createStyled } from '#client/ui/create-styled.ts'

const s = createStyled('app-button')
/** Looks like the software's main button; it is part of a picture. */
export const AppButton = s('span')`
  display: block;
  margin-top: 0.8em;
  padding: 0.75em 1em;
  border-radius: 0.5em;
  background: var(--primary);
  color: var(--on-primary);
  font-size: 1.5em;
  font-weight: 680;
  text-align: center;
`
