import { createStyled } from '#client/ui/base/styles.ts'

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

const s = createStyled('pallet-deck')
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
