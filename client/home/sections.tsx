import type { ComponentType } from 'react'
import { MiniCrm, MiniOrder, MiniPortal } from '#client/mockups/mini.tsx'
import { ButtonLink } from '#client/ui/base/button.tsx'
import { Icon, type IconName } from '#client/ui/base/icon.tsx'
import { TitledSection } from '#client/ui/base/layout.tsx'
import { Link } from '#client/ui/base/link.tsx'
import { cardEdge, createStyled, media } from '#client/ui/base/styles.ts'
import { LabelWithHiddenContext } from '#client/ui/base/visually-hidden.tsx'
import type { Day } from '#client/ui/brand/pallet-scene.tsx'
import { trades } from '#client/ui/brand/trades.ts'
import { Card } from '#client/ui/content/card.tsx'
import { Chip } from '#client/ui/content/chip.tsx'
import { pagePaths } from '#contract/paths.ts'

const week: [day: Day, name: string, title: string, text: string][] = [
  [
    'mon',
    'Mon',
    'Orders land',
    'Clients order in the portal. Your team enters the phone orders. Both land in one list.',
  ],
  ['tue', 'Tue', 'Plan the run', 'Orders and production are in one system. No one retypes a spreadsheet.'],
  ['wed', 'Wed', 'Make it', 'The floor has its own app: Operator Pro.'],
  ['thu', 'Thu', 'Pack it', 'The packer sees each order: the client, the lines and the day it ships.'],
  ['fri', 'Fri', 'Ship it', 'Drivers have their own app: Driver Pro.'],
  ['sat', 'Sat', 'Get paid', 'Invoices go out. Auto-bill-pay collects by credit card or bank transfer.'],
  ['sun', 'Sun', 'Closed', 'You rest. Clients can still order in the portal.'],
]

export function WholeWeek({ name }: { name: string }) {
  return (
    <Opening
      title="Your whole week, on one system"
      lead={`A food business runs by the day of the week, so ${name} does too. Each day keeps its color on every schedule and every order.`}
    >
      <Days>
        {week.map(([day, dayName, title, text]) => (
          <DayCard key={day} data-day={day}>
            <h3>{dayName}</h3>
            <p>
              <strong>{title}</strong>
              <span>{text}</span>
            </p>
          </DayCard>
        ))}
      </Days>
    </Opening>
  )
}

type Part = { title: string; text: string; Picture: ComponentType<object>; isPlugin?: true }

const parts: Part[] = [
  {
    title: 'Advanced CRM',
    text: 'Manage your clients: who owns the account, what they order and what they owe.',
    Picture: MiniCrm,
  },
  {
    title: 'Sales Ordering',
    text: 'Wholesale order and production management. Confirm an order, and your floor sees it.',
    Picture: MiniOrder,
    isPlugin: true,
  },
  {
    title: 'Client Portal',
    text: 'Online orders and invoicing. Clients order when it suits them and pay by card or bank transfer.',
    Picture: MiniPortal,
    isPlugin: true,
  },
]

export const Overview = () => (
  <TitledSection title="Three things you will use before 9 am">
    <Cards>
      {parts.map(({ title, text, Picture, isPlugin }) => (
        <Card key={title}>
          <Picture />
          <TextColumn>
            <h3>{title}</h3>
            <p>{text}</p>
            {isPlugin && (
              <Chip kind="category" to={`${pagePaths.pricing}#plugins`}>
                Plugin · extra
              </Chip>
            )}
            <ButtonLink to={pagePaths.contact} variant="outline" small>
              <LabelWithHiddenContext visible="Learn More" hidden={`about ${title}`} />
            </ButtonLink>
          </TextColumn>
        </Card>
      ))}
    </Cards>
  </TitledSection>
)

type Plugin = { title: string; text: string; icon: IconName; day: Day; soon?: boolean }

const plugins: Plugin[] = [
  {
    title: 'Sales Order System',
    text: 'Wholesale orders, production, packaging, shipping and invoices.',
    icon: 'cart',
    day: 'mon',
  },
  { title: 'Client Login', text: 'A portal where clients order, see invoices and pay.', icon: 'lock', day: 'sun' },
  {
    title: 'Calendars and Appointments',
    text: 'Your team’s calendar and appointments, in the same system.',
    icon: 'calendar',
    day: 'thu',
    soon: true,
  },
  {
    title: 'Project Management',
    text: 'Your team’s projects, next to its daily orders.',
    icon: 'list',
    day: 'sat',
    soon: true,
  },
]

export function Plugins() {
  return (
    <TitledSection
      title="Plugins Tailored To Your Business"
      lead="Add only what you use. If a plugin is nearly right, tell us what is missing."
    >
      <PluginGrid>
        {plugins.map(({ title, text, icon, day, soon = false }) => (
          <Box key={title} $soon={soon}>
            <Badge data-day={day}>
              <Icon name={icon} size={24} />
            </Badge>
            <h3>
              <LastWordsTogether text={title} />
            </h3>
            <p>{text}</p>
            <Chip kind={soon ? 'soon' : 'available'}>{soon ? 'Coming soon' : 'Available'}</Chip>
          </Box>
        ))}
      </PluginGrid>
    </TitledSection>
  )
}

/** The last line of a narrow headline has two words. */
function LastWordsTogether({ text }: { text: string }) {
  const words = text.split(' ')
  return (
    <>
      <span>{words.slice(0, -2).join(' ')}</span> <Together>{words.slice(-2).join(' ')}</Together>
    </>
  )
}

/** `joined` continues the section above. */
export const Trades = ({ joined }: { joined: boolean }) => (
  <TitledSection id="trades" $joined={joined} title="Pick your trade">
    <TradeGrid>
      {trades.map(({ good, name, text, path }) => (
        <li key={path}>
          <Trade to={path}>
            <svg width="64" height="64" aria-hidden="true">
              <use href={`#good-${good}`} />
            </svg>
            <strong>{name}</strong> <span>{text}</span>
          </Trade>
        </li>
      ))}
    </TradeGrid>
  </TitledSection>
)

const s = createStyled('home-sections')
const Opening = s(TitledSection)`
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
  ${cardEdge}
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
const Cards = s('div')`
  display: grid;
  grid-template-columns: repeat(3, 1fr);
  gap: 24px;
  ${media.compact} { grid-template-columns: minmax(0, 1fr); }
`
const TextColumn = s('div')`
  display: flex;
  flex: 1;
  flex-direction: column;
  align-items: start;
  padding: 28px 28px 24px;
  border-top: 1px solid var(--line);
  & > p { margin: 10px 0 18px; color: var(--text-2); }
  & > a { margin-top: auto; }
`
const PluginGrid = s('ul')`
  display: grid;
  grid-template-columns: repeat(4, 1fr);
  gap: 20px;
  ${media.hero} { grid-template-columns: 1fr 1fr; }
  ${media.phone} { grid-template-columns: minmax(0, 1fr); }
`
/** Plugins that are not available yet are only outlined. */
const Box = s('li')<{ $soon: boolean }>`
  padding: 26px 24px;
  border-radius: var(--r-lg);
  ${({ $soon }) => ($soon ? 'border: 1.5px dashed var(--line-strong);' : `background: var(--surface); ${cardEdge}`)}
  & > h3 { font-size: 1.25rem; }
  & > p { margin: 8px 0 18px; color: var(--text-2); font-size: 1rem; }
`
const Together = s('span')`
  white-space: nowrap;
`
const Badge = s('div')`
  display: grid;
  place-items: center;
  width: 48px;
  height: 48px;
  margin-bottom: 20px;
  border-radius: 12px;
  background: color-mix(in srgb, var(--day) 18%, transparent);
  color: var(--day-ink);
`
const TradeGrid = s('ul')`
  display: grid;
  grid-template-columns: repeat(5, 1fr);
  gap: 16px;
  & > li { display: grid; }
  ${media.hero} { grid-template-columns: minmax(0, 1fr); }
`
const Trade = s(Link)`
  padding: 26px 22px 22px;
  border-radius: var(--r-lg);
  background: var(--surface);
  ${cardEdge}
  text-decoration: none;
  transition: transform var(--base) var(--out);
  &:hover { transform: translateY(-3px); }
  & > svg { margin-bottom: 18px; }
  & > strong { display: block; font: 620 1.25rem / 1.2 var(--f-display); }
  & > span { display: block; margin-top: 6px; color: var(--text-2); font-size: var(--t-small); line-height: 1.45; }
  ${media.hero} {
    display: grid;
    grid-template-columns: 64px 1fr;
    column-gap: 18px;
    align-items: center;
    padding: 16px 18px;
    & > svg { grid-row: 1 / 3; margin: 0; }
  }
`
