import type { ReactNode } from 'react'
import { createStyled } from '#client/ui/styles.ts'

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
    <Box role="img" aria-label={label} className={className}>
      <div aria-hidden="true">{children}</div>
    </Box>
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

/** The pallet under a mockup: top board, three blocks, bottom board. */
export const PalletDeck = () => (
  <Deck aria-hidden="true">
    <Board />
    <Block />
    <Block />
    <Block />
    <Board />
  </Deck>
)

const s = createStyled('mockup-frames')
/** An illustration made of markup, with one text alternative. Its content scales with its width: children use `cqw`. */
const Box = s('div')`
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
/** Slightly wider than its load. */
const Deck = s('div')`
  position: relative;
  z-index: 2;
  display: grid;
  grid-template-columns: 1fr 1fr 1fr;
  margin: 0 -1.6%;
`
const Board = s('span')`
  grid-column: 1 / -1;
  height: clamp(8px, 0.9vw, 13px);
  border-radius: 3px;
  background: var(--kraft);
  box-shadow: inset 0 -3px 0 color-mix(in srgb, var(--kraft-deep) 55%, transparent);
  &:last-child { height: clamp(6px, 0.6vw, 9px); }
`
const Block = s('span')`
  width: 15%;
  min-width: 34px;
  height: clamp(12px, 1.3vw, 19px);
  margin-inline: 5%;
  background: var(--kraft-deep);
  &:nth-of-type(3) { justify-self: center; }
  &:nth-of-type(4) { justify-self: end; }
`
