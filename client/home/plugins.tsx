import type { Day } from '#client/ui/brand/pallet-scene.tsx'
import { Chip } from '#client/ui/content/chip.tsx'
import { Icon, type IconName } from '#client/ui/icon.tsx'
import { Container, LeadText, Section, SectionHead } from '#client/ui/layout.tsx'
import { createStyled, media } from '#client/ui/styles.ts'

type Plugin = { title: string; text: string; icon: IconName; day: Day; soon?: boolean }

const plugins: Plugin[] = [
  {
    title: 'Sales Order System',
    text: 'Wholesale orders, production, packaging, shipping and invoices.',
    icon: 'cart',
    day: 'mon',
  },
  { title: 'Client Login', text: 'A portal where clients order, see invoices and pay.', icon: 'lock', day: 'sun' },
  {
    title: 'Calendars and Appointments',
    text: 'Visits, tastings and service calls next to the client record.',
    icon: 'calendar',
    day: 'thu',
    soon: true,
  },
  {
    title: 'Project Management',
    text: 'Plan openings, new lines and equipment moves with your team.',
    icon: 'list',
    day: 'sat',
    soon: true,
  },
]

const s = createStyled('plugins')
const Four = s('ul')`
  display: grid;
  grid-template-columns: repeat(4, 1fr);
  gap: 20px;
  ${media.hero} { grid-template-columns: 1fr 1fr; }
  ${media.phone} { grid-template-columns: minmax(0, 1fr); }
`
/** Plugins that are not available yet are only outlined. */
const Box = s('li')<{ $soon: boolean }>`
  padding: 26px 24px;
  border-radius: var(--r-lg);
  ${({ $soon }) =>
    $soon
      ? 'border: 1.5px dashed var(--line-strong);'
      : 'background: var(--surface); box-shadow: 0 0 0 1px var(--line);'}
  & > p { margin: 8px 0 18px; color: var(--text-2); font-size: 1rem; }
`
const Badge = s('div')`
  display: grid;
  place-items: center;
  width: 48px;
  height: 48px;
  margin-bottom: 20px;
  border-radius: 12px;
  background: color-mix(in srgb, var(--day) 18%, transparent);
  color: var(--day-ink);
`

export function Plugins() {
  return (
    <Section>
      <Container>
        <SectionHead>
          <h2>Plugins Tailored To Your Business</h2>
          <LeadText>Add only what you use. If a plugin is nearly right, tell us what is missing.</LeadText>
        </SectionHead>
        <Four>
          {plugins.map(({ title, text, icon, day, soon = false }) => (
            <Box key={title} $soon={soon}>
              <Badge data-day={day}>
                <Icon name={icon} size={24} />
              </Badge>
              <h3>{title}</h3>
              <p>{text}</p>
              <Chip kind={soon ? 'soon' : 'available'}>{soon ? 'Coming soon' : 'Available'}</Chip>
            </Box>
          ))}
        </Four>
      </Container>
    </Section>
  )
}
