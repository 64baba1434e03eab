import { Lead, PageHead } from '#client/ui/content/page-head.tsx'
import { createStyled } from '#client/ui/create-styled.ts'
import { ButtonLink } from '#client/ui/form/button.tsx'
import { media } from '#client/ui/media.ts'
import { TextLink } from '#client/ui/text-link.tsx'
import { pagePaths } from '#contract/paths.ts'

const s = createStyled('features-opening')
const Headline = s('h1')`
  max-width: 11.8em;
`
const Actions = s('div')`
  display: flex;
  flex-wrap: wrap;
  gap: 12px 24px;
  align-items: center;
  margin-top: 30px;
  ${media.phone} { & > :first-child { width: 100%; } }
`

/** What the software is, in the words of §1. */
export const Opening = () => (
  <PageHead>
    <Headline>Orders, production, shipping and payments in one place</Headline>
    <Lead>
      An order, production, packaging, shipping, inventory, accounts-receivable and statistics management system, built
      into a CRM. Affordable plans for all organizations.
    </Lead>
    <Actions>
      <ButtonLink to={pagePaths.contact}>Contact Us</ButtonLink>
      <TextLink to={pagePaths.pricing}>Compare editions</TextLink>
    </Actions>
  </PageHead>
)
