import type { Day } from '#client/ui/brand/pallet-scene.tsx'
import { Container } from '#client/ui/container.tsx'
import { createStyled } from '#client/ui/create-styled.ts'
import { media } from '#client/ui/media.ts'
import { type Stage, StageArt } from './stage-art.tsx'

const stages: [stage: Stage, day: Day, label: string, text: string][] = [
  ['order', 'mon', 'Order Place', 'By phone, by your sales team or in the client portal.'],
  ['create', 'tue', 'Products Created', 'Confirmed orders become today’s production list.'],
  ['package', 'wed', 'Products Packaged', 'Each order is packed for the client who placed it.'],
  ['ship', 'thu', 'Products Shipped', 'The order is on its way, and the office sees it.'],
  ['collect', 'fri', 'Accounts Receivable', 'Invoices sent, payments matched, aging in view.'],
]

const s = createStyled('flow')
const Row = s('ol')`
  display: grid;
  grid-template-columns: repeat(5, 1fr);
  padding-bottom: var(--s-section);
  ${media.compact} { grid-template-columns: minmax(0, 1fr); gap: 20px; }
`
const Picture = s('div')`
  display: grid;
  place-items: end start;
  height: 118px;
  ${media.compact} { display: none; }
`
/** The line through all stages: each has its piece of it, in the color of its day. */
const Step = s('li')`
  padding-right: 18px;
  & > p { margin-top: 6px; padding-right: 8px; color: var(--text-2); font-size: 0.9688rem; }
  & > h2 { font-size: 1.1875rem; line-height: 1.25; letter-spacing: 0; }
  & > h2::before {
    content: '';
    display: block;
    height: 8px;
    margin: 0 -18px 18px 0;
    background: var(--day);
  }
  &:first-child > h2::before { border-radius: 6px 0 0 6px; }
  &:last-child { padding-right: 0; }
  &:last-child > h2::before { margin-right: 0; border-radius: 0 6px 6px 0; }
  ${media.compact} {
    & > h2::before,
    &:first-child > h2::before,
    &:last-child > h2::before { width: 64px; border-radius: 6px; }
  }
`

/** The way of an order, under the five labels that §1 fixes. */
export const Flow = () => (
  <Container>
    <Row>
      {stages.map(([stage, day, label, text]) => (
        <Step key={stage} data-day={day}>
          <Picture>
            <StageArt stage={stage} />
          </Picture>
          <h2>{label}</h2>
          <p>{text}</p>
        </Step>
      ))}
    </Row>
  </Container>
)
