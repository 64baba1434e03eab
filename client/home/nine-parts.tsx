import { NineCrates } from '#client/mockups/nine-crates.tsx'
import { createStyled } from '#client/ui/create-styled.ts'
import { Icon } from '#client/ui/icon.tsx'
import { Halves, LeadText, Section } from '#client/ui/section.tsx'
import { TextLink } from '#client/ui/text-link.tsx'
import { pagePaths } from '#contract/paths.ts'

const s = createStyled('nine-parts')
const Words = s('div')`
  & > p { margin: 18px 0 16px; }
  & > p ~ p { margin: 0 0 8px; color: var(--text-2); }
`

/** The overview graphic of §1, with its nine parts in words beside it. */
export const NineParts = () => (
  <Section $band>
    <Halves>
      <div>
        <NineCrates />
      </div>
      <Words>
        <h2>One pallet. Every part of the business.</h2>
        <LeadText>
          Production, inventory, service, human resources, MRP, sales, CRM, purchasing and financials share the same
          clients, products and orders. Change a number once and every screen has it.
        </LeadText>
        <p>Start with the parts you need. We set up the rest with you when you are ready.</p>
        <TextLink to={pagePaths.features}>
          See the features <Icon name="arrow-right" size={18} />
        </TextLink>
      </Words>
    </Halves>
  </Section>
)
