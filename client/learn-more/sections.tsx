import { DriverPhone } from '#client/mockups/driver-phone.tsx'
import { MockupFrame } from '#client/mockups/frames.tsx'
import { OperatorTablet } from '#client/mockups/operator-tablet.tsx'
import { ArrowLink } from '#client/ui/base/button.tsx'
import { TitledSection } from '#client/ui/base/layout.tsx'
import { Link } from '#client/ui/base/link.tsx'
import { cardEdge, createStyled, media } from '#client/ui/base/styles.ts'
import { WEEK } from '#client/ui/brand/week.ts'
import type { LearnMoreTexts } from '#contract/learn-more-texts.ts'
import { pagePaths } from '#contract/paths.ts'
import { landingIds, trades } from '#contract/trades.ts'

/** The last one is the choice of an edition. */
export const Steps = ({ steps }: { steps: LearnMoreTexts['steps'] }) => (
  <List>
    {steps.map(({ title, text }, at) => (
      <li key={title} data-day={WEEK[at]}>
        <div>
          <h2>{title}</h2>
          <p>{text}</p>
          {at === steps.length - 1 && <ArrowLink to={pagePaths.pricing}>Compare the editions</ArrowLink>}
        </div>
      </li>
    ))}
  </List>
)

export const Apps = ({ slug }: { slug: string }) => (
  <TitledSection title="In the office, on the floor, on the road">
    <Columns>
      <MockupFrame>
        <OperatorTablet />
      </MockupFrame>
      <Phone>
        <DriverPhone />
        <figcaption>Sample data</figcaption>
      </Phone>
      <ArrowLink to={pagePaths.operatorApp(slug)}>How to get Operator Pro</ArrowLink>
      <PhoneLink to={pagePaths.driverApp(slug)}>How to get Driver Pro</PhoneLink>
    </Columns>
  </TitledSection>
)

export const Trades = () => (
  <TitledSection $band $thin title="How it looks in your trade">
    <TradesList>
      {landingIds.map((id) => (
        <li key={id}>
          <Trade to={pagePaths.landing(id)}>
            <svg width="64" height="64" aria-hidden="true">
              <use href={`#good-${trades[id].good}`} />
            </svg>
            <span>{trades[id].name}</span>
          </Trade>
        </li>
      ))}
    </TradesList>
  </TitledSection>
)

const s = createStyled('learn-more-sections')
const List = s('ol')`
  counter-reset: step;
  & > li {
    display: grid;
    grid-template-columns: 72px 1fr;
    gap: 24px;
    padding: 30px 0;
    border-top: 1px solid var(--line);
    counter-increment: step;
    ${media.phone} { grid-template-columns: 40px 1fr; gap: 16px; }
  }
  & > li::before {
    content: counter(step) / '';
    color: var(--day-ink);
    font: 620 2.75rem / 1 var(--f-display);
  }
  & h2 { font-size: var(--t-h3); line-height: 1.25; letter-spacing: -0.01em; }
  & p { max-width: 42.7em; margin-top: 8px; color: var(--text-2); }
`
const Columns = s('div')`
  display: grid;
  grid-template-columns: 1.6fr 0.5fr;
  gap: 8px 64px;
  & > * { min-width: 0; }
  & > a { justify-self: center; }
  ${media.compact} { grid-template-columns: minmax(0, 1fr); }
`
/** Each app is above its link; on narrow pages the second pair follows the first. */
const Phone = s('figure')`
  align-self: end;
  width: min(253px, 100%);
  margin-inline: auto;
  & > figcaption { margin-top: 14px; color: var(--text-2); font-size: var(--t-small); text-align: center; }
  ${media.compact} { order: 1; margin-top: 40px; }
`
const PhoneLink = s(ArrowLink)`
  ${media.compact} { order: 1; }
`
const TradesList = s('ul')`
  display: grid;
  grid-template-columns: repeat(5, 1fr);
  gap: 16px;
  ${media.hero} {
    grid-template-columns: repeat(6, 1fr);
    & > li { grid-column: span 2; }
    & > li:nth-child(n + 4) { grid-column: span 3; }
  }
  ${media.phone} {
    grid-template-columns: minmax(0, 1fr);
    & > li:nth-child(n) { grid-column: auto; }
  }
`
const Trade = s(Link)`
  display: grid;
  gap: 18px;
  align-items: center;
  height: 100%;
  padding: 26px 22px 22px;
  border-radius: var(--r-lg);
  background: var(--surface);
  ${cardEdge}
  font: 620 1.25rem / 1.2 var(--f-display);
  text-decoration: none;
  transition: transform var(--base) var(--out);
  &:hover { transform: translateY(-3px); }
  ${media.phone} { grid-template-columns: 64px 1fr; padding: 16px 18px; }
`
