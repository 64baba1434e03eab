import type { ReactNode } from 'react'
import { createStyled, narrow } from '#client/ui/base/styles.ts'
import { Mark } from '#client/ui/brand/logo.tsx'
import type { Day } from '#client/ui/brand/pallet-scene.tsx'
import { AppButton, Status, Today, tiny } from './building-blocks.tsx'
import { IllustrationFrame } from './frames.tsx'

export function AppScreen({ label, tab, children }: { label: string; tab: string; children: ReactNode }) {
  return (
    <Frame label={label}>
      <Inside>
        <AppBar open={tab} />
        {children}
      </Inside>
    </Frame>
  )
}

export function PartHead({
  title,
  note,
  status,
  action,
}: {
  title: string
  note: string
  status?: [string, Day]
  action?: string
}) {
  return (
    <Head>
      <div>
        <Title>{title}</Title>
        <Note>{note}</Note>
      </div>
      {status && <Status day={status[1]}>{status[0]}</Status>}
      {action && <Action>{action}</Action>}
    </Head>
  )
}

export const TABS = ['Orders', 'Production', 'Packing', 'Shipping', 'Invoices', 'Clients']
/** The bar shows three tabs on narrow screens, including the open one, and only that on the narrowest. */
const TABS_NARROW = 3

export function AppBar({ open }: { open: string }) {
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

/** Narrower bars have no room for all tabs. */
const fewerTabs = '@container (max-width: 640px)'

const s = createStyled('app-screen')
/** `--screen-radius` lets a frame cut the lower corners. */
const Frame = s(IllustrationFrame)`
  z-index: 1;
  overflow: hidden;
  border-radius: var(--screen-radius, 14px);
  background: var(--surface);
  box-shadow: 0 0 0 1px var(--line), var(--shadow-3);
`
/** The font size is such that 1.3 em, the smallest text, are at least 11 px. Otherwise, screens are 100 em wide, or 60 em if narrow. */
const Inside = s('div')`
  font-size: max(1cqw, 8.5px);
  ${narrow} { font-size: max(100cqw / 60, 8.5px); }
`
export const Padded = s('div')`
  padding: 2.6em;
  ${narrow} { padding: 2em 1.6em; }
`
const Head = s('div')`
  display: flex;
  justify-content: space-between;
  align-items: flex-start;
  margin-bottom: 2.2em;
  ${narrow} { flex-wrap: wrap; gap: 1em; margin-bottom: 1.6em; }
  & > [data-day] { font-size: 1.35em; }
`
const Title = s('p')`
  font: 620 2.5em / 1.15 var(--f-display);
  letter-spacing: -0.01em;
`
const Action = s(AppButton)`
  margin: 0;
  padding: 0.6em 1.1em;
`
export const Note = s('p')`
  margin-top: 0.3em;
  font-size: 1.5em;
  color: var(--text-3);
`
const Bar = s('div')`
  display: flex;
  align-items: center;
  gap: 2em;
  padding: 1.3em 2.4em;
  border-bottom: 1px solid var(--line);
  background: var(--surface-2);
  ${tiny} { padding-inline: 1.6em; }
  & > svg { flex: none; width: 2.6em; height: 2.6em; }
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
  & > [data-open] { background: var(--surface-3); color: var(--text); }
  ${fewerTabs} {
    & > [data-spare] { display: none; }
  }
  ${tiny} {
    & > :not([data-open]) { display: none; }
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
    font-size: 1.3em;
  }
`
