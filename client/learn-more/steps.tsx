import { TextLink } from '#client/ui/form/button.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { createStyled, media } from '#client/ui/styles.ts'
import { pagePaths } from '#contract/paths.ts'

const s = createStyled('steps')
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

const steps = [
  {
    day: 'mon',
    title: 'We listen',
    text: 'A call with the founder or his team. You walk us through a real Monday, from the first phone call to the last delivery.',
  },
  {
    day: 'tue',
    title: 'We load your data',
    text: 'Clients, products, prices and open invoices, from the lists and papers you send us. This costs nothing.',
  },
  {
    day: 'wed',
    title: 'We customize',
    text: 'Your order form, your stages, your invoice. If the software does not fit the way you work, we change the software.',
  },
  {
    day: 'thu',
    title: 'You run a month free',
    text: 'Real orders, real deliveries. Your team has the apps, your clients have the portal. No money down, no contracts.',
  },
]

/** Five steps in weekday colors. The last one has a link. */
export const Steps = () => (
  <List>
    {steps.map(({ day, title, text }) => (
      <li key={title} data-day={day}>
        <div>
          <h2>{title}</h2>
          <p>{text}</p>
        </div>
      </li>
    ))}
    <li data-day="fri">
      <div>
        <h2>You choose an edition</h2>
        <p>Per user, per month. Add plugins when you need them.</p>
        <TextLink to={pagePaths.pricing}>
          Compare the editions <Icon name="arrow-right" size={18} />
        </TextLink>
      </div>
    </li>
  </List>
)
