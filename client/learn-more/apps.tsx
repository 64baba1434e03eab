import { DriverPhone } from '#client/mockups/driver-phone.tsx'
import { MockupFrame } from '#client/mockups/frames.tsx'
import { OperatorTablet } from '#client/mockups/operator-tablet.tsx'
import { TextLink } from '#client/ui/form/button.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { Container, Section, SectionHead } from '#client/ui/layout.tsx'
import { createStyled, media } from '#client/ui/styles.ts'
import { pagePaths } from '#contract/paths.ts'

const s = createStyled('apps')
const Columns = s('div')`
  display: grid;
  grid-template-columns: 1.6fr 0.5fr;
  gap: 8px 64px;
  & > * { min-width: 0; }
  & > a { justify-self: center; }
  ${media.compact} { grid-template-columns: minmax(0, 1fr); }
`
/** Each app is above its link; on narrow pages the second pair follows the first. */
const Phone = s('figure')`
  align-self: end;
  width: min(253px, 100%);
  margin-inline: auto;
  & > figcaption { margin-top: 14px; color: var(--text-2); font-size: var(--t-small); text-align: center; }
  ${media.compact} { order: 1; margin-top: 40px; }
`
const PhoneLink = s(TextLink)`
  ${media.compact} { order: 1; }
`

export const Apps = ({ slug }: { slug: string }) => (
  <Section>
    <Container>
      <SectionHead>
        <h2>In the office, on the floor, on the road</h2>
      </SectionHead>
      <Columns>
        <MockupFrame>
          <OperatorTablet />
        </MockupFrame>
        <Phone>
          <DriverPhone />
          <figcaption>Sample data</figcaption>
        </Phone>
        <TextLink to={pagePaths.operatorApp(slug)}>
          Download Operator Pro app <Icon name="arrow-right" size={18} />
        </TextLink>
        <PhoneLink to={pagePaths.driverApp(slug)}>
          Download Driver Pro app <Icon name="arrow-right" size={18} />
        </PhoneLink>
      </Columns>
    </Container>
  </Section>
)
