import type { ReactNode } from 'react'
import type { Day } from '#client/ui/brand/pallet-scene.tsx'
import { createStyled } from '#client/ui/create-styled.ts'
import { AppBar, type Tab } from './app-bar.tsx'
import { AppButton } from './app-button.ts'
import { IllustrationFrame } from './illustration-frame.tsx'
import { narrow } from './narrow.ts'
import { Status } from './status.tsx'

const s = createStyled('app-screen')
/** `--screen-radius`: what holds the screen may cut its lower corners. */
const Frame = s(IllustrationFrame)`
  z-index: 1;
  overflow: hidden;
  border-radius: var(--screen-radius, 14px);
  background: var(--surface);
  box-shadow: 0 0 0 1px var(--line), var(--shadow-3);
`
/** A hundred of its em are the width; sixty where it is narrow. */
const Inside = s('div')`
  font-size: 1cqw;
  ${narrow} { font-size: calc(100cqw / 60); }
`
export const Padded = s('div')`
  padding: 2.6em;
`
const Head = s('div')`
  display: flex;
  justify-content: space-between;
  align-items: flex-start;
  margin-bottom: 2.2em;
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

/** The software in the office: its bar, with the part that is open, above what that part shows. */
export function AppScreen({ label, tab, children }: { label: string; tab: Tab; children: ReactNode }) {
  return (
    <Frame label={label}>
      <Inside>
        <AppBar open={tab} />
        {children}
      </Inside>
    </Frame>
  )
}

/** What a part is called, a line about it, and where it stands or what can be done. */
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
