import { NineCrates } from '#client/mockups/nine-crates.tsx'
import { createStyled } from '#client/ui/create-styled.ts'
import { ButtonLink } from '#client/ui/form/button.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { Halves, LeadText, Section } from '#client/ui/section.tsx'
import { TextLink } from '#client/ui/text-link.tsx'
import { pagePaths } from '#contract/paths.ts'

const s = createStyled('parts')
const Words = s('div')`
  & > p { margin: 18px 0 20px; }
`
const Actions = s('div')`
  display: flex;
  flex-wrap: wrap;
  gap: 12px 24px;
`

/** The nine parts of §1 on one pallet. */
export const Parts = () => (
  <Section $band>
    <Halves>
      <NineCrates />
      <Words>
        <h2>What is on the pallet</h2>
        <LeadText>
          Nine parts that share the same clients, products and orders. You start with the ones that hurt most.
        </LeadText>
        <Actions>
          <ButtonLink to={pagePaths.contact}>Contact Us</ButtonLink>
          <TextLink to={pagePaths.features}>
            All features <Icon name="arrow-right" size={18} />
          </TextLink>
        </Actions>
      </Words>
    </Halves>
  </Section>
)
