import type { Day } from '#client/ui/brand/pallet-scene.tsx'
import { Container, LeadText, Section, SectionHead } from '#client/ui/layout.tsx'
import { createStyled, media } from '#client/ui/styles.ts'

const week: [day: Day, name: string, title: string, text: string][] = [
  [
    'mon',
    'Mon',
    'Orders land',
    'Clients order in the portal. Your team keys in the phone calls. Both make the same order.',
  ],
  ['tue', 'Tue', 'Plan the run', 'Orders and production sit in one system. Nobody re-types a spreadsheet.'],
  ['wed', 'Wed', 'Make it', 'The people on the floor have an app of their own: Operator Pro.'],
  ['thu', 'Thu', 'Pack it', 'Packaging is a stage of every order, between production and shipping.'],
  ['fri', 'Fri', 'Ship it', 'The people on the road have an app of their own: Driver Pro.'],
  ['sat', 'Sat', 'Get paid', 'Invoices go out. Cards and bank transfers are collected by auto-bill-pay.'],
  ['sun', 'Sun', 'Closed', 'You rest. Clients can still order in the portal.'],
]

const s = createStyled('whole-week')
const Opening = s(Section)`
  padding-top: 24px;
`
const Days = s('ol')`
  display: grid;
  grid-template-columns: repeat(7, 1fr);
  gap: 10px;
  ${media.hero} { grid-template-columns: 1fr; }
`
/** The edge in the color of the day is on top, or at the side where days are stacked. */
const DayCard = s('li')`
  padding: 0 18px 24px;
  border-top: 6px solid var(--day);
  border-radius: var(--r-md);
  background: var(--surface);
  box-shadow: 0 0 0 1px var(--line);
  color: var(--text-2);
  font-size: 0.9375rem;
  line-height: 1.5;
  & > h3 { margin: 20px 0 12px; color: var(--day-ink); font: 620 1.5rem / 1 var(--f-display); }
  & strong { display: block; margin-bottom: 4px; color: var(--text); font-weight: 640; }
  ${media.hero} {
    display: grid;
    grid-template-columns: 64px 1fr;
    gap: 16px;
    padding: 16px 18px;
    border-top: 0;
    border-left: 6px solid var(--day);
    & > h3 { margin: 0; padding-top: 2px; }
  }
`

export function WholeWeek({ name }: { name: string }) {
  return (
    <Opening>
      <Container>
        <SectionHead>
          <h2>Your whole week, on one system</h2>
          <LeadText>
            A food business runs by the day of the week, so {name} does too. Each day keeps its color on every schedule
            and every order.
          </LeadText>
        </SectionHead>
        <Days>
          {week.map(([day, dayName, title, text]) => (
            <DayCard key={day} data-day={day}>
              <h3>{dayName}</h3>
              <p>
                <strong>{title}</strong>
                {text}
              </p>
            </DayCard>
          ))}
        </Days>
      </Container>
    </Opening>
  )
}
