import { createStyled } from '#client/ui/create-styled.ts'
import { ButtonLink } from '#client/ui/form/button.tsx'
import { media } from '#client/ui/media.ts'
import { pagePaths } from '#contract/paths.ts'

const s = createStyled('contact-button')
const Wide = s(ButtonLink)`
  ${media.phone} { width: 100%; }
`

/** The call to action of §2, in the words that it fixes. */
export const ContactButton = ({ name }: { name: string }) => (
  <Wide to={pagePaths.contact} caps>
    {`CONTACT US TO TRY ${name.toUpperCase()} ERP!`}
  </Wide>
)
