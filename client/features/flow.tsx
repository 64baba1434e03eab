import type { ReactElement, ReactNode } from 'react'
import { Section } from '#client/ui/base/layout.tsx'
import { createStyled, media } from '#client/ui/base/styles.ts'
import type { Day } from '#client/ui/brand/pallet-scene.tsx'

const stages: [stage: Stage, day: Day, label: string, text: string][] = [
  ['order', 'mon', 'Order Place', 'By phone, through your sales team or in the Client Portal.'],
  ['create', 'tue', 'Products Created', 'Confirmed orders become today’s production list.'],
  ['package', 'wed', 'Products Packaged', 'Each order is packed for the client who placed it.'],
  ['ship', 'thu', 'Products Shipped', 'The order is on its way, and the office knows it.'],
  ['collect', 'fri', 'Accounts Receivable', 'Who has paid, who has not, and since when.'],
]

export const Flow = () => (
  <Band $band>
    <FlowSteps>
      {stages.map(([stage, day, label, text]) => (
        <Step key={stage} data-day={day}>
          <Picture>{pictures[stage]}</Picture>
          <h2>{label}</h2>
          <p>{text}</p>
        </Step>
      ))}
    </FlowSteps>
  </Band>
)

type Stage = 'order' | 'create' | 'package' | 'ship' | 'collect'
type DrawingProps = { width: number; height: number; children: ReactNode }

const StageArt = ({ width, height, children }: DrawingProps) => (
  <Drawing width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
    {children}
  </Drawing>
)

/** Paper, bread, a crate, a truck, a charged card. Decorative. */
const pictures: Record<Stage, ReactElement> = {
  order: (
    <StageArt width={84} height={96}>
      <path className="paper" d="M12 6h60v84l-7.5-6-7.5 6-7.5-6-7.5 6-7.5-6-7.5 6-7.5-6-7.5 6z" />
      <path className="line" d="M24 24h26M24 40h36M24 54h36M24 68h20" />
    </StageArt>
  ),
  create: (
    <StageArt width={96} height={96}>
      <use href="#good-loaf" width="96" height="96" />
    </StageArt>
  ),
  package: (
    <StageArt width={104} height={86}>
      <use href="#good-loaf" x="8" width="42" height="42" />
      <use href="#good-loaf" x="54" width="42" height="42" />
      <use href="#crate" y="31" width="104" height="55.6" fill="var(--wed)" />
    </StageArt>
  ),
  ship: (
    <StageArt width={124} height={84}>
      <rect y="4" width="78" height="62" rx="5" fill="var(--thu)" />
      <path className="paper" d="M78 24h24l20 22v20H78z" />
      <path fill="var(--paper-muted)" d="M86 31h13l12 14H86z" />
      <circle className="ink" cx="26" cy="68" r="14" />
      <circle cx="26" cy="68" r="6" fill="var(--kraft)" />
      <circle className="ink" cx="98" cy="68" r="14" />
      <circle cx="98" cy="68" r="6" fill="var(--kraft)" />
    </StageArt>
  ),
  collect: (
    <StageArt width={104} height={88}>
      <rect x="4" y="14" width="92" height="60" rx="8" fill="var(--fri)" />
      <path className="ink" opacity=".7" d="M4 28h92v9H4z" />
      <rect className="paper" x="16" y="50" width="34" height="9" rx="4" />
      <circle cx="84" cy="68" r="18" fill="var(--mon)" />
      <path className="check" d="m76 68 6 6 11-12" />
    </StageArt>
  ),
}

const s = createStyled('flow')
const Band = s(Section)`
  padding-block: var(--s-8);
`
/** A line through all steps, in the colors of their days: across, or down where they are stacked in rows of one height. */
const FlowSteps = s('ol')`
  --along: 90deg;
  display: grid;
  grid-template-columns: repeat(5, 1fr);
  position: relative;
  width: min(1200px, 100% - 2 * var(--s-gutter));
  margin-inline: auto;
  &::before {
    content: '';
    position: absolute;
    inset: 118px 0 auto;
    height: 8px;
    border-radius: 6px;
    background: linear-gradient(var(--along), var(--mon) 20%, var(--tue) 0 40%, var(--wed) 0 60%, var(--thu) 0 80%, var(--fri) 0);
  }
  ${media.phone} {
    --along: 180deg;
    grid: auto-flow 1fr / 1fr;
    &::before { inset: 0 auto 0 0; width: 8px; height: auto; }
  }
`
const Picture = s('div')`
  display: grid;
  place-items: end start;
  height: 118px;
  ${media.phone} { position: absolute; left: 20px; width: 60px; height: auto; }
`
const Step = s('li')`
  padding-right: 14px;
  & > h2 { margin-top: 26px; font-size: 1.0625rem; line-height: 1.25; letter-spacing: 0; }
  & > p { margin-top: 6px; color: var(--text-2); font-size: 0.9688rem; }
  ${media.phone} { padding: 0 0 28px 92px; & > h2 { margin: 0; } }
`
const Drawing = s('svg')`
  height: auto;
  & .line { fill: none; stroke: var(--paper-muted); stroke-width: 4; stroke-linecap: round; }
  & .paper { fill: var(--paper); }
  & .ink { fill: var(--on-day); }
  & .check { fill: none; stroke: var(--on-day); stroke-width: 4.5; stroke-linecap: round; stroke-linejoin: round; }
`
