import { Icon, type IconName } from '#client/ui/base/icon.tsx'
import { createStyled } from '#client/ui/base/styles.ts'
import type { Day } from '#client/ui/brand/pallet-scene.tsx'
import { IllustrationFrame } from './frames.tsx'
import { PalletDeck } from './pallet-deck.tsx'

/** The nine modules (docs/product-rules.md#modules). */
const parts: [string, IconName, Day][] = [
  ['Sales', 'cart', 'mon'],
  ['CRM', 'users', 'sat'],
  ['Purchasing', 'card', 'sun'],
  ['Production', 'wrench', 'wed'],
  ['Inventory', 'box', 'thu'],
  ['MRP', 'gear', 'tue'],
  ['Service', 'phone', 'fri'],
  ['Human Resources', 'user', 'sat'],
  ['Financials', 'dollar', 'mon'],
]

const ALT_TEXT =
  'Nine parts of the ERP stacked on one pallet: sales, CRM, purchasing, production, inventory, MRP, service, human resources and financials'

const small = '@container (max-width: 420px)'

export function NineCrates() {
  return (
    <Frame label={ALT_TEXT}>
      <Stack>
        {parts.map(([name, icon, day]) => (
          <Crate key={name} data-day={day}>
            <Icon name={icon} size={24} />
            <b>{name}</b>
          </Crate>
        ))}
      </Stack>
      <PalletDeck />
    </Frame>
  )
}

type Person = { title: string; sees: string; day: Day; team?: readonly Person[] }

const owner: Person = {
  title: 'Owner',
  sees: 'Sees everything',
  day: 'mon',
  team: [
    {
      title: 'Sales manager',
      sees: 'All clients, all orders',
      day: 'sat',
      team: [
        { title: 'Sales, north', sees: 'Own 84 clients', day: 'sat' },
        { title: 'Sales, south', sees: 'Own 61 clients', day: 'sat' },
      ],
    },
    {
      title: 'Production manager',
      sees: 'Orders and schedule',
      day: 'wed',
      team: [
        { title: 'Operators', sees: 'Group: bakery floor', day: 'wed' },
        { title: 'Drivers', sees: 'Group: routes 1–4', day: 'thu' },
      ],
    },
  ],
}

const USER_TREE_ALT_TEXT =
  'Employee management tree: the owner sees everything; a sales manager and a production manager follow, and below them their teams with the clients and groups that each of them sees'

const outline = '@container (max-width: 760px)'

/** An organization chart; an outline where it is narrower than 760 px. */
export function UserTree() {
  return (
    <IllustrationFrame label={USER_TREE_ALT_TEXT}>
      <Branch person={owner} />
    </IllustrationFrame>
  )
}

function Branch({ person: { title, sees, day, team } }: { person: Person }) {
  return (
    <>
      <Node data-day={day}>
        <p>{title}</p>
        <span>{sees}</span>
      </Node>
      {team && (
        <Team>
          {team.map((one) => (
            <li key={one.title}>
              <Branch person={one} />
            </li>
          ))}
        </Team>
      )}
    </>
  )
}

const s = createStyled('diagrams')
const Frame = s(IllustrationFrame)`
  max-width: 560px;
  margin-inline: auto;
  line-height: 1.6;
`
const Stack = s('div')`
  display: grid;
  grid-template-columns: repeat(3, minmax(0, 1fr));
  gap: 8px;
  margin-bottom: 8px;
  padding: 0 3%;
  ${small} { gap: 6px; }
`
const Crate = s('div')`
  --slat: color-mix(in srgb, var(--on-day) 13%, transparent);
  display: flex;
  flex-direction: column;
  justify-content: space-between;
  aspect-ratio: 1.36;
  padding: 14px 16px;
  border-radius: 9px;
  background:
    linear-gradient(var(--slat) 0 0) 0 34% / 100% 2px no-repeat,
    linear-gradient(var(--slat) 0 0) 0 67% / 100% 2px no-repeat,
    var(--day);
  box-shadow: inset 0 -5px 0 color-mix(in srgb, var(--on-day) 17%, transparent);
  color: var(--on-day);
  & > b { font-size: 1rem; font-weight: 680; line-height: 1.15; }
  ${small} {
    aspect-ratio: 1.5;
    padding: 8px 6px 8px 8px;
    & > b {
      font-size: 0.8125rem;
      hyphens: auto;
    }
  }
`
const Node = s('div')`
  line-height: 1.6;
  position: relative;
  width: 100%;
  max-width: 280px;
  margin-inline: auto;
  padding: 16px 18px;
  border-left: 6px solid var(--day);
  border-radius: 10px;
  background: var(--surface);
  box-shadow: 0 0 0 1px var(--line);
  & > p { font-weight: 680; }
  & > span { color: var(--text-2); font-size: 0.9375rem; }
  ${outline} { max-width: none; }
`
const Team = s('ul')`
  --gap: 16px;
  display: grid;
  grid-template-columns: 1fr 1fr;
  gap: var(--gap);
  position: relative;
  padding-top: 44px;
  &::before,
  & > li::before,
  & > li::after {
    content: '';
    position: absolute;
    left: calc(50% - 1px);
    height: 22px;
    border-left: 2px solid var(--line-strong);
  }
  &::before { top: 0; }
  & > li { position: relative; }
  & > li::before { top: -22px; }
  & > li::after {
    top: -22px;
    right: calc(var(--gap) / -2);
    height: 0;
    border-top: 2px solid var(--line-strong);
    border-left: 0;
  }
  & > li:last-child::after { right: calc(50% - 1px); left: calc(var(--gap) / -2); }
  ${outline} {
    --gap: 10px;
    grid-template-columns: 1fr;
    padding: 10px 0 0 24px;
    &::before,
    & > li::before,
    & > li::after { display: none; }
  }
`
