import type { ReactNode } from 'react'
import { Container } from '#client/ui/base/layout.tsx'
import { createStyled, media } from '#client/ui/base/styles.ts'

import { type Day, type Good, PalletScene } from './pallet-scene.tsx'

const s = createStyled('closing')
export const ClosingSection = s('section')`
  background: var(--bg-band);
`
const Columns = s(Container)`
  display: grid;
  grid-template-columns: 1.1fr 0.9fr;
  gap: 48px;
  align-items: end;
  padding-top: var(--s-section);
  ${media.compact} { grid-template-columns: minmax(0, 1fr); }
  ${media.phone} { gap: 28px; & > :last-child { width: 250px; margin-inline: auto; } }
`
const TextColumn = s('div')`
  padding-bottom: var(--s-8);
  & p { margin: 18px 0 30px; color: var(--text-2); font-size: var(--t-lead); line-height: 1.55; }
  ${media.compact} { padding-bottom: 0; }
  ${media.phone} { & > a { width: 100%; } }
`

type ClosingCallToAction = {
  title: ReactNode
  text: string
  goods: readonly [Good, Good?]
  days?: readonly Day[]
  /** See `PalletScene`. */
  later?: boolean
  children: ReactNode
}

export const ClosingCallToAction = ({ title, text, goods, days, later, children }: ClosingCallToAction) => (
  <ClosingSection>
    <Columns>
      <TextColumn>
        <h2>{title}</h2>
        <p>{text}</p>
        {children}
      </TextColumn>
      <PalletScene goods={goods} {...(days && { days })} {...(later && { later })} />
    </Columns>
  </ClosingSection>
)
