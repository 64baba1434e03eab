import { createStyled } from '#client/ui/base/styles.ts'

export type Good = 'loaf' | 'bottle' | 'jar' | 'container' | 'carton'
export type Day = 'mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun'

const s = createStyled('pallet-scene')
const Scene = s('svg')`
  width: 100%;
  height: auto;
  max-height: 320px;
  @media (scripting: none) { &[data-later] { display: none; } }
`

type Scene = {
  /** Goods in the two upper crates; one good fills both. */
  goods: readonly [Good, Good?]
  /** Colors of the two upper crates, then of the three lower ones. */
  days?: readonly Day[]
  /** Text alternative. Without it the illustration is decorative. */
  label?: string
  /** The illustration is not visible initially: its symbols are loaded with the full sprite. */
  later?: boolean
}

/** Goods in colored crates on a pallet, from the sprite, as wide as its container. */
export function PalletScene({ goods, days = ['fri', 'wed', 'mon', 'sat', 'thu'], label, later }: Scene) {
  const [left, right = left] = goods
  const ariaProps = label ? ({ role: 'img', 'aria-label': label } as const) : ({ 'aria-hidden': true } as const)
  return (
    <Scene viewBox="0 30 520 276" data-later={later} {...ariaProps}>
      {[left, right].map((good, index) => (
        <FullCrate key={index === 0 ? 'left' : 'right'} x={112 + index * 154} good={good} day={days[index]} />
      ))}
      {[34, 187, 340].map((x, index) => (
        <Crate key={x} x={x} y={172} day={days[index + 2]} />
      ))}
      <use href="#pallet" x="14" y="254" width="492" height="50" />
    </Scene>
  )
}

function FullCrate({ x, good, day }: { x: number; good: Good; day: Day | undefined }) {
  return (
    <>
      <use href={`#good-${good}`} x={x + 14} y="40" width="58" height="58" />
      <use href={`#good-${good}`} x={x + 74} y="40" width="58" height="58" />
      <Crate x={x} y={86} day={day} />
    </>
  )
}

function Crate({ x, y, day = 'mon' }: { x: number; y: number; day?: Day | undefined }) {
  return <use href="#crate" x={x} y={y} width="146" height="78" fill={`var(--${day})`} />
}
