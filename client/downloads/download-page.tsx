import type { PageProps } from '#client/lib/page-types.ts'
import { ClosingCallToAction } from '#client/ui/brand/closing-call-to-action.tsx'
import { DayCards } from '#client/ui/brand/day-cards.tsx'
import { ButtonLink } from '#client/ui/form/button.tsx'
import { Container, Halves, Section, SectionHead } from '#client/ui/layout.tsx'
import { createStyled } from '#client/ui/styles.ts'
import type { SiteInfo } from '#contract/site.ts'
import { type App, apps } from './apps.tsx'
import { DownloadHero } from './download-hero.tsx'
import type { AppId } from './operating-system.ts'

/** `/download-{slug}-driver-pro` and `/download-{slug}-operator-pro`: two apps, one component. */
export default function DownloadPage({ data: id, site }: PageProps<AppId>) {
  const { points, other } = apps[id]
  return (
    <>
      <DownloadHero id={id} site={site} />
      <Points {...points} />
      <Install id={id} site={site} />
      <ClosingCallToAction title={other.title} text={other.text} goods={other.goods}>
        <ButtonLink to={other.path(site.slug)}>{other.label}</ButtonLink>
      </ClosingCallToAction>
    </>
  )
}

export const Points = ({ title, cards }: App['points']) => (
  <Band $band>
    <Container>
      <SectionHead>
        <h2>{title}</h2>
      </SectionHead>
      <DayCards cards={cards} />
    </Container>
  </Band>
)

const days = ['tue', 'wed', 'thu']

export function Install({ id, site }: { id: AppId; site: SiteInfo }) {
  const { title, user, device, signIn } = apps[id].install
  const hasDownload = Object.values(site.downloads[id]).some(Boolean)
  const get = hasDownload
    ? { title: 'Download the app', text: `Choose the button above that matches the ${device}.` }
    : { title: 'Ask us for the app', text: `We put it on the first ${device} together with you.` }
  const steps = [
    {
      title: user,
      text: `The app belongs to a user of ${site.name}. We add the first ones with you when we set up your data.`,
    },
    get,
    { title: 'Sign in', text: signIn },
  ]
  return (
    <Section>
      <Halves $top>
        <h2>{title}</h2>
        <ol>
          {steps.map((step, index) => (
            <Step key={step.title} data-day={days[index] ?? 'mon'}>
              <div>
                <h3>{step.title}</h3>
                <p>{step.text}</p>
              </div>
            </Step>
          ))}
        </ol>
      </Halves>
    </Section>
  )
}

const s = createStyled('download-page')
const Band = s(Section)`
  position: relative;
  & h2 { max-width: 12.4em; }
`
const Step = s('li')`
  display: grid;
  grid-template-columns: 48px 1fr;
  gap: 24px;
  padding: 30px 0;
  border-top: 1px solid var(--line);
  counter-increment: step;
  &::before {
    content: counter(step) / '';
    color: var(--day-ink);
    font: 620 2rem / 1 var(--f-display);
  }
  & p { max-width: 42.7em; margin-top: 8px; color: var(--text-2); }
`
