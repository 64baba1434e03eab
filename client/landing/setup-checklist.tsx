import { createStyled } from '#client/ui/create-styled.ts'
import { Icon } from '#client/ui/icon.tsx'
import { Halves, LeadText, Section } from '#client/ui/section.tsx'
import { TextLink } from '#client/ui/text-link.tsx'
import { pagePaths } from '#contract/paths.ts'

const s = createStyled('set-up')
const Words = s('div')`
  & > p { margin: 16px 0 10px; }
`
const Ticks = s('ul')`
  display: grid;
  gap: 14px;
  margin-top: 8px;
  font-size: 1.125rem;
  line-height: 1.45;
  & li { display: flex; gap: 14px; align-items: flex-start; }
  & svg {
    box-sizing: content-box;
    padding: 4px;
    border-radius: 7px;
    background: var(--primary-soft);
    color: var(--primary-ink);
  }
`

/** What the vendor does before the first day (§1). */
export const SetupChecklist = ({ list }: { list: readonly string[] }) => (
  <Section $band>
    <Halves $top>
      <Words>
        <h2>What we set up for you</h2>
        <LeadText>Part of the free trial. You send files; we do the typing.</LeadText>
        <TextLink to={pagePaths.pricing}>
          Compare the editions <Icon name="arrow-right" size={18} />
        </TextLink>
      </Words>
      <Ticks>
        {list.map((one) => (
          <li key={one}>
            <Icon name="check" bold />
            {one}
          </li>
        ))}
      </Ticks>
    </Halves>
  </Section>
)
