import { MockupFrame } from '#client/mockups/frames.tsx'
import { OrderScreen } from '#client/mockups/order-screen.tsx'
import { ReceivablesScreen } from '#client/mockups/receivables-screen.tsx'
import type { Trade } from '#client/mockups/samples.ts'
import { BoardScreen, ClientsScreen } from '#client/mockups/screens.tsx'
import { ArrowLink } from '#client/ui/base/button.tsx'
import { Halves, LeadText, Section, TitledSection } from '#client/ui/base/layout.tsx'
import { createStyled } from '#client/ui/base/styles.ts'
import { WithoutWidow } from '#client/ui/base/without-widow.tsx'
import { DayCards } from '#client/ui/brand/day-cards.tsx'
import { TickList } from '#client/ui/brand/tick-list.tsx'
import { Chip } from '#client/ui/content/chip.tsx'
import type { Landing } from '#contract/landing.ts'
import { pagePaths } from '#contract/paths.ts'

export const PainPoints = ({ pains: { title, list } }: { pains: Landing['pains'] }) => (
  <TitledSection $band $thin title={<WithoutWidow>{title}</WithoutWidow>}>
    <DayCards cards={list} />
  </TitledSection>
)

const screens = {
  board: BoardScreen,
  clients: ClientsScreen,
  order: OrderScreen,
  receivables: ReceivablesScreen,
}

export function MainMockup({ screen: { show, title, lead }, trade }: { screen: Landing['screen']; trade: Trade }) {
  const Screen = screens[show]
  return (
    <TitledSection title={<WithoutWidow>{title}</WithoutWidow>} lead={lead}>
      <MockupFrame>
        <Screen trade={trade} />
      </MockupFrame>
    </TitledSection>
  )
}

export const SetupChecklist = ({ list }: { list: readonly string[] }) => (
  <Section $band $thin>
    <Halves $top>
      <TextColumn>
        <h2>What we set up for you</h2>
        <LeadText>Part of the free trial. You send files; we do the typing.</LeadText>
        <ArrowLink to={pagePaths.pricing}>Compare the editions</ArrowLink>
      </TextColumn>
      <Ticks items={list} />
    </Halves>
  </Section>
)

export const Questions = ({ questions: { title, list } }: { questions: Landing['questions'] }) => (
  <Section $thin>
    <Halves $columns="0.8fr 1.2fr" $top>
      <h2>
        <WithoutWidow>{title}</WithoutWidow>
      </h2>
      <div>
        {list.map(({ question, answer, plugin }, index) => (
          <Question key={question} open={index === 0}>
            <summary>{question}</summary>
            <p>
              {answer}{' '}
              {plugin && (
                <Chip kind="category" to={`${pagePaths.pricing}#plugins`}>
                  Plugin · extra
                </Chip>
              )}
            </p>
          </Question>
        ))}
      </div>
    </Halves>
  </Section>
)

const s = createStyled('landing-sections')
const TextColumn = s('div')`
  & > p { margin: 16px 0 10px; }
`
const Ticks = s(TickList)`
  margin-top: 8px;
`
const Question = s('details')`
  padding: 8px 0;
  border-top: 1px solid var(--line);
  & > summary {
    display: flex;
    justify-content: space-between;
    gap: 20px;
    padding: 14px 0;
    font: 620 1.1875rem / 1.4 var(--f-display);
    list-style: none;
    cursor: pointer;
  }
  & > summary::-webkit-details-marker { display: none; }
  & > summary::after { content: '+' / ''; color: var(--secondary-ink); }
  &[open] > summary::after { content: '–' / ''; }
  & > p { max-width: 44em; padding-bottom: 18px; color: var(--text-2); }
`
