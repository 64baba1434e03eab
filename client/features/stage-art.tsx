import type { ReactElement, ReactNode } from 'react'
import { createStyled } from '#client/ui/create-styled.ts'

export type Stage = 'order' | 'create' | 'package' | 'ship' | 'collect'

const s = createStyled('stage-art')
const Drawing = s('svg')`
  & .line { fill: none; stroke: var(--paper-muted); stroke-width: 4; stroke-linecap: round; }
  & .paper { fill: var(--paper); }
  & .ink { fill: var(--on-day); }
  & .check { fill: none; stroke: var(--on-day); stroke-width: 4.5; stroke-linecap: round; stroke-linejoin: round; }
`
type DrawingProps = { width: number; height: number; children: ReactNode }

const Picture = ({ width, height, children }: DrawingProps) => (
  <Drawing width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
    {children}
  </Drawing>
)

const pictures: Record<Stage, ReactElement> = {
  order: (
    <Picture width={84} height={96}>
      <path className="paper" d="M12 6h60v84l-7.5-6-7.5 6-7.5-6-7.5 6-7.5-6-7.5 6-7.5-6-7.5 6z" />
      <path className="line" d="M24 24h26M24 40h36M24 54h36M24 68h20" />
    </Picture>
  ),
  create: (
    <Picture width={96} height={96}>
      <use href="#good-loaf" width="96" height="96" />
    </Picture>
  ),
  package: (
    <Picture width={104} height={86}>
      <use href="#good-loaf" x="8" width="42" height="42" />
      <use href="#good-loaf" x="54" width="42" height="42" />
      <use href="#crate" y="31" width="104" height="55.6" fill="var(--wed)" />
    </Picture>
  ),
  ship: (
    <Picture width={124} height={84}>
      <rect y="4" width="78" height="62" rx="5" fill="var(--thu)" />
      <path className="paper" d="M78 24h24l20 22v20H78z" />
      <path fill="var(--paper-muted)" d="M86 31h13l12 14H86z" />
      <circle className="ink" cx="26" cy="68" r="14" />
      <circle cx="26" cy="68" r="6" fill="var(--kraft)" />
      <circle className="ink" cx="98" cy="68" r="14" />
      <circle cx="98" cy="68" r="6" fill="var(--kraft)" />
    </Picture>
  ),
  collect: (
    <Picture width={104} height={88}>
      <rect x="4" y="14" width="92" height="60" rx="8" fill="var(--fri)" />
      <path className="ink" opacity=".7" d="M4 28h92v9H4z" />
      <rect className="paper" x="16" y="50" width="34" height="9" rx="4" />
      <circle cx="84" cy="68" r="18" fill="var(--mon)" />
      <path className="check" d="m76 68 6 6 11-12" />
    </Picture>
  ),
}

/** What an order is at one of its stages: paper, bread, a crate, a truck, a card that was charged. Decoration: the label stands below. */
export function StageArt({ stage }: { stage: Stage }) {
  return pictures[stage]
}
