import { useId, useState } from 'react'
import { Container } from '#client/ui/container.tsx'
import { createStyled } from '#client/ui/create-styled.ts'
import { Switch } from '#client/ui/form/switch.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { media } from '#client/ui/media.ts'
import { TextLink } from '#client/ui/text-link.tsx'
import { pagePaths } from '#contract/paths.ts'
import type { Plan } from '#contract/plans.ts'
import { EditionCards } from './edition-cards.tsx'
import { EditionTable } from './edition-table.tsx'
import { Legend } from './mark.tsx'
import { HiddenWithoutScript } from './scripted.ts'
import { useCompact } from './use-compact.ts'

const s = createStyled('chart')
const Section = s(Container)`
  padding-bottom: var(--s-section);
`
const Top = s('div')`
  display: flex;
  flex-wrap: wrap;
  align-items: end;
  justify-content: space-between;
  gap: 24px;
  margin-bottom: 28px;
  & > :last-child { margin-bottom: -6px; }
`
/** Before the flag is known both layouts are there, and the window's width alone shows one of them. */
const Wide = s('div')<{ $undecided: boolean }>`
  ${({ $undecided }) => $undecided && `${media.compact} { display: none; }`}
`
const Compact = s('div')<{ $undecided: boolean }>`
  ${({ $undecided }) => $undecided && `display: none; ${media.compact} { display: block; }`}
`
const Below = s('div')`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: 16px 24px;
  margin-top: 28px;
`

/** The Software Edition Comparison Chart (§2, §4): annual prices unless switched to monthly, one layout for each side of 960 px. */
export function Chart({ plans }: { plans: readonly Plan[] }) {
  const [monthly, setMonthly] = useState(false)
  const compact = useCompact()
  const heading = useId()
  const undecided = compact === undefined
  return (
    <Section>
      <Top>
        <h2 id={heading}>Software Edition Comparison Chart</h2>
        <HiddenWithoutScript>
          <Switch checked={monthly} onChange={setMonthly}>
            Show Monthly
          </Switch>
        </HiddenWithoutScript>
      </Top>
      {compact !== true && (
        <Wide $undecided={undecided}>
          <EditionTable plans={plans} monthly={monthly} labelledBy={heading} />
          <Below>
            <Legend />
            <TextLink to={pagePaths.features}>
              See the features <Icon name="arrow-right" size={18} />
            </TextLink>
          </Below>
        </Wide>
      )}
      {compact !== false && (
        <Compact $undecided={undecided}>
          <EditionCards plans={plans} monthly={monthly} />
        </Compact>
      )}
    </Section>
  )
}
