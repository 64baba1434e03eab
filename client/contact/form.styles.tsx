import { createStyled } from '#client/ui/create-styled.ts'
import { media } from '#client/ui/media.ts'

const s = createStyled('contact-form')

/** Two fields to a row, one on phones. */
export const Form = s('form')`
  display: grid;
  grid-template-columns: repeat(2, minmax(0, 1fr));
  gap: 20px 18px;
  align-items: start;
  margin-top: 36px;
  ${media.phone} { grid-template-columns: minmax(0, 1fr); }
`
/** As wide as the form. */
export const Wide = s('div')`
  grid-column: 1 / -1;
`
export const Send = s(Wide)`
  margin-top: 8px;
  ${media.phone} { & > button { width: 100%; } }
`
