import type { ReactNode } from 'react'
import { createStyled } from '#client/ui/create-styled.ts'
import { PalletDeck } from './pallet-deck.tsx'

const s = createStyled('framed')
const Figure = s('figure')`
  position: relative;
  --screen-radius: 14px 14px 0 0;
`
const Caption = s('figcaption')`
  margin-top: 18px;
  color: var(--text-2);
  font-size: var(--t-small);
  text-align: center;
`

/** A screen on the pallet, under which stands that its data are samples. */
export function MockupFrame({ children }: { children: ReactNode }) {
  return (
    <Figure>
      {children}
      <PalletDeck />
      <Caption>Sample data. Your screens carry your products, clients and prices.</Caption>
    </Figure>
  )
}
