import { Mark } from '#client/ui/brand/mark.tsx'
import { createStyled } from '#client/ui/create-styled.ts'
import { narrow } from './narrow.ts'
import { Today } from './week.tsx'

const TABS = ['Orders', 'Production', 'Packing', 'Shipping', 'Invoices', 'Clients'] as const
export type Tab = (typeof TABS)[number]
/** Where there is room for three only, the open one is among them. */
const TABS_NARROW = 3

const s = createStyled('app-bar')
const Bar = s('div')`
  display: flex;
  align-items: center;
  gap: 2em;
  padding: 1.3em 2.4em;
  border-bottom: 1px solid var(--line);
  background: var(--surface-2);
  & > svg {
    flex: none;
    width: 2.6em;
    height: 2.6em;
  }
`
const Tabs = s('div')`
  display: flex;
  gap: 0.4em;
  & > span {
    padding: 0.45em 0.9em;
    border-radius: 0.5em;
    color: var(--text-3);
    font-size: 1.45em;
    font-weight: 560;
  }
  & > [data-open] {
    background: var(--surface-3);
    color: var(--text);
  }
  ${narrow} {
    & > [data-spare] { display: none; }
  }
`
const Me = s('div')`
  display: flex;
  align-items: center;
  gap: 1em;
  margin-left: auto;
  & > :first-child { font-size: 1.35em; }
  & > b {
    display: grid;
    place-items: center;
    width: 2.2em;
    height: 2.2em;
    border-radius: 50%;
    background: var(--secondary-soft);
    color: var(--secondary-ink);
    font-size: 1.25em;
  }
`

/** The bar of the office software: its parts, the day, and who is signed in. */
export function AppBar({ open }: { open: Tab }) {
  const first = Math.min(TABS.indexOf(open), TABS.length - TABS_NARROW)
  const spare = (index: number) => index < first || index >= first + TABS_NARROW
  return (
    <Bar>
      <Mark size={26} />
      <Tabs>
        {TABS.map((tab, index) => (
          <span key={tab} data-open={tab === open || undefined} data-spare={spare(index) || undefined}>
            {tab}
          </span>
        ))}
      </Tabs>
      <Me>
        <Today>Fri 20</Today>
        <b>MR</b>
      </Me>
    </Bar>
  )
}
