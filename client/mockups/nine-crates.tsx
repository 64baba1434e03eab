import type { Day } from '#client/ui/brand/pallet-scene.tsx'
import type { IconName } from '#client/ui/icon.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { createStyled } from '#client/ui/styles.ts'
import { IllustrationFrame, PalletDeck } from './frames.tsx'

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

const s = createStyled('nine-crates')
const Frame = s(IllustrationFrame)`
  max-width: 560px;
  margin-inline: auto;
  line-height: 1.6;
`
const Stack = s('div')`
  display: grid;
  grid-template-columns: repeat(3, 1fr);
  gap: 8px;
  margin-bottom: 8px;
  padding: 0 3%;
  ${small} { gap: 6px; }
`
/** With two horizontal slats. */
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
  & > b {
    font-size: 1rem;
    font-weight: 680;
    line-height: 1.15;
  }
  ${small} {
    aspect-ratio: 1.15;
    padding: 10px;
    & > b {
      font-size: 0.8125rem;
      hyphens: auto;
    }
  }
`

export function NineCrates({ label = ALT_TEXT }: { label?: string }) {
  return (
    <Frame label={label}>
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
