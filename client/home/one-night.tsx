import { TitledSection } from '#client/ui/base/layout.tsx'
import { createStyled, media } from '#client/ui/base/styles.ts'
import type { Day } from '#client/ui/brand/pallet-scene.tsx'
import type { HomeTexts } from '#contract/home-texts.ts'

export type Stop = { day: Day; time: string; title: string; text: string }

/** The order of the other pictures, from the evening to the morning. A test compares the numbers with the samples. */
export const night: readonly Stop[] = [
  {
    day: 'thu',
    time: 'Thu 6:42 pm',
    title: 'The order comes in',
    text: 'Harbor Street Café orders 36 baguettes and four other items in the Client Portal.',
  },
  { day: 'thu', time: '8:00 pm', title: 'Cut-off', text: 'No more changes: the bake list is final.' },
  {
    day: 'thu',
    time: '11:30 pm',
    title: 'Baguettes mixed',
    text: '96 for all of Friday’s orders. Nobody added them up.',
  },
  { day: 'fri', time: 'Fri 5:30 am', title: 'Packed', text: 'Three crates for Harbor Street, on route 2.' },
  { day: 'fri', time: '6:31 am', title: 'Delivered', text: 'Stop 3 of 8. The driver taps “Mark delivered.”' },
  {
    day: 'mon',
    time: 'Dec 4',
    title: 'Invoice paid',
    text: '$412.50 for INV-2207, by bank transfer on the due date.',
  },
]

/** A line from stop to stop; on narrow pages they are below one another. */
export const OneNight = ({ texts: { title, lead } }: { texts: HomeTexts['night'] }) => (
  <TitledSection $band $thin title={title} lead={lead}>
    <Stops>
      {night.map(({ day, time, title, text }) => (
        <li key={time} data-day={day}>
          <Head>
            <Time>{time}</Time>
            <h3>{title}</h3>
          </Head>
          <p>{text}</p>
        </li>
      ))}
    </Stops>
    <Caption>Sample data: order 10482 of a bakery.</Caption>
  </TitledSection>
)

const s = createStyled('one-night')
const Stops = s('ol')`
  --dot: 16px;
  --gap: 18px;
  display: grid;
  grid-template-columns: repeat(6, minmax(0, 1fr));
  gap: var(--gap);
  & > li { position: relative; padding-top: calc(var(--dot) + 18px); }
  & > li::before,
  & > li::after { content: ''; position: absolute; top: 0; left: 0; }
  & > li::before {
    width: var(--dot);
    height: var(--dot);
    border: 4px solid var(--day);
    border-radius: 50%;
  }
  & > li:not(:last-child)::after {
    top: calc(var(--dot) / 2 - 1px);
    left: var(--dot);
    width: calc(100% + var(--gap) - var(--dot));
    border-top: 2px solid var(--line-strong);
  }
  & h3 { font-size: 1.125rem; }
  & > li > p { margin-top: 4px; color: var(--text-2); font-size: var(--t-small); line-height: 1.45; }
  ${media.singleColumn} {
    grid-template-columns: minmax(0, 1fr);
    & > li { padding: 0 0 0 34px; }
    & > li::before { top: 3px; }
    & > li:not(:last-child)::after {
      top: calc(var(--dot) + 3px);
      left: calc(var(--dot) / 2 - 1px);
      width: 0;
      height: calc(100% + var(--gap) - var(--dot));
      border-top: 0;
      border-left: 2px solid var(--line-strong);
    }
  }
`
/** The time is above the title, or beside it where stops are below one another. */
const Head = s('div')`
  ${media.singleColumn} { display: flex; flex-wrap: wrap; gap: 0 10px; align-items: baseline; }
`
const Time = s('p')`
  color: var(--day-ink);
  font-size: var(--t-small);
  font-weight: 640;
  font-variant-numeric: tabular-nums;
`
const Caption = s('p')`
  margin-top: 18px;
  color: var(--text-2);
  font-size: var(--t-small);
`
