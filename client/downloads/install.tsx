import { Halves, Section } from '#client/ui/base/layout.tsx'
import { createStyled, media } from '#client/ui/base/styles.ts'
import { TickList } from '#client/ui/brand/tick-list.tsx'
import { appCodeUrl, pagePaths } from '#contract/paths.ts'
import type { SiteInfo } from '#contract/site.ts'
import { apps } from './apps.tsx'
import type { AppId } from './operating-system.ts'

type InstallProps = { id: AppId; site: SiteInfo }

/** How a crew gets the app, and what it needs. */
export function Install({ id, site }: InstallProps) {
  const { name, install } = apps[id]
  const hasDownload = Object.values(site.downloads[id]).some(Boolean)
  const { requires } = site.apps[id]
  const steps = [
    {
      day: 'tue',
      title: 'We set up your users',
      text: 'Together with your data, for free. Your edition says how many users you can have.',
    },
    {
      day: 'wed',
      title: `We install ${name} with you`,
      text: `During setup, ${install.devices}.${hasDownload ? ' For later ones, use the badges above.' : ''}`,
    },
    {
      day: 'thu',
      title: 'You start with your own data',
      text: `${install.work} If something does not fit how you work, we customize it for free.`,
    },
  ]
  return (
    <Section $band>
      <Halves $top>
        <div>
          <h2>{install.title}</h2>
          {site.publicUrl && <PhoneCode id={id} url={site.publicUrl + pagePaths[`${id}App`](site.slug)} />}
        </div>
        <div>
          <ol>
            {steps.map(({ day, title, text }) => (
              <Step key={title} data-day={day}>
                <div>
                  <h3>{title}</h3>
                  <p>{text}</p>
                </div>
              </Step>
            ))}
          </ol>
          {requires.length > 0 && (
            <>
              <RequiresTitle>What it needs</RequiresTitle>
              <TickList items={requires} />
            </>
          )}
        </div>
      </Halves>
    </Section>
  )
}

/** For readers on a computer: opens this page on a phone or tablet. */
const PhoneCode = ({ id, url }: { id: AppId; url: string }) => (
  <Code>
    <img src={appCodeUrl(id)} width={148} height={148} alt={`QR code of ${url}`} loading="lazy" />
    <p>
      Reading this on a computer?
      <br />
      Scan the code to open this page on your <span>{id === 'driver' ? 'phone' : 'tablet'}</span>.
    </p>
  </Code>
)

const s = createStyled('install')
const Code = s('div')`
  display: flex;
  gap: 20px;
  align-items: center;
  margin-top: 32px;
  color: var(--text-2);
  & > img { flex: none; border-radius: var(--r-md); }
  ${media.compact} { display: none; }
  @media (hover: none) { display: none; }
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
const RequiresTitle = s('h3')`
  margin: 12px 0 18px;
`
