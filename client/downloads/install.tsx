import { createStyled } from '#client/ui/create-styled.ts'
import { Halves, Section } from '#client/ui/section.tsx'
import type { SiteFacts } from '#contract/site.ts'
import { apps } from './apps.tsx'
import type { AppId } from './downloads-data.ts'

const s = createStyled('install')
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
const days = ['tue', 'wed', 'thu']

/** Three steps from the office to somebody's hands. */
export function Install({ id, site }: { id: AppId; site: SiteFacts }) {
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
