import { ButtonLink } from '#client/ui/button.tsx'
import { scoped } from '#client/ui/scoped.ts'
import { media } from '#client/ui/theme.ts'
import { pagePaths } from '#contract/paths.ts'

const s = scoped('contact-button')
const Wide = s(ButtonLink)`
  ${media.phone} { width: 100%; }
`

/** The call to action of §2, in the words that it fixes. */
export const ContactButton = ({ name }: { name: string }) => (
  <Wide to={pagePaths.contact} caps>
    {`CONTACT US TO TRY ${name.toUpperCase()} ERP!`}
  </Wide>
)
