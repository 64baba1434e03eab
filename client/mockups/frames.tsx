import type { ReactNode } from 'react'
import { createStyled } from '#client/ui/base/styles.ts'
import { PalletDeck } from './pallet-deck.tsx'

export function IllustrationFrame({
  label,
  className,
  children,
}: {
  label: string
  className?: string
  children: ReactNode
}) {
  return (
    <FramedPicture role="img" aria-label={label} className={className}>
      <div aria-hidden="true">{children}</div>
    </FramedPicture>
  )
}

/** A mockup on a pallet, with the note that its data are samples. */
export function MockupFrame({ children }: { children: ReactNode }) {
  return (
    <Figure>
      {children}
      <PalletDeck />
      <Caption>Sample data. Your screens carry your products, clients and prices.</Caption>
    </Figure>
  )
}

const s = createStyled('mockup-frames')
/** An illustration made of markup, with one text alternative. Its content scales with its width: children use `cqw`. */
const FramedPicture = s('div')`
  position: relative;
  width: 100%;
  container-type: inline-size;
  color: var(--text);
  line-height: 1.35;
  text-align: left;
  font-variant-numeric: tabular-nums;
`
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
