import { Halves, Section } from '#client/ui/base/layout.tsx'
import { createStyled, media } from '#client/ui/base/styles.ts'
import { TickList } from '#client/ui/brand/tick-list.tsx'
import { appCodeUrl, pagePaths } from '#contract/paths.ts'
import type { SiteInfo } from '#contract/site.ts'
import { apps, installSteps } from './apps.tsx'
import { type AppId, hasDownloads } from './operating-system.ts'

type InstallProps = { id: AppId; site: SiteInfo }

/** What a crew needs, and how it gets the app, which the hero says where nothing can be downloaded. */
export function Install({ id, site }: InstallProps) {
  const { install } = apps[id]
  const hasDownload = hasDownloads(site.downloads[id])
  const { requires } = site.apps[id]
  const url = site.publicUrl && site.publicUrl + pagePaths[`${id}App`](site.slug)
  const needs = requires.length > 0 && (
    <>
      {hasDownload && <RequiresTitle>{NEEDS}</RequiresTitle>}
      <TickList items={requires} />
    </>
  )
  if (!hasDownload && !needs && !url) return null
  return (
    <Section $band>
      <Halves $top>
        <div>
          <h2>{hasDownload ? install.title : needs ? NEEDS : 'On your own device'}</h2>
          {url && <PhoneCode id={id} url={url} />}
        </div>
        <div>
          {hasDownload && <InstallSteps id={id} hasDownload />}
          {needs}
        </div>
      </Halves>
    </Section>
  )
}

const NEEDS = 'What it needs'

/** `short`: beside the picture of the hero. */
export function InstallSteps({ id, hasDownload, short }: { id: AppId; hasDownload: boolean; short?: boolean }) {
  // There they follow the heading of the page.
  const Title = short ? 'h2' : 'h3'
  return (
    <Steps $short={short}>
      {installSteps(id, hasDownload).map(({ day, title, text }) => (
        <li key={title} data-day={day}>
          <div>
            <Title>{title}</Title>
            <p>{text}</p>
          </div>
        </li>
      ))}
    </Steps>
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
const Steps = s('ol')<{ $short: boolean | undefined }>`
  & > li {
    display: grid;
    grid-template-columns: ${({ $short }) => ($short ? '30px 1fr' : '48px 1fr')};
    gap: ${({ $short }) => ($short ? '12px' : '24px')};
    padding: ${({ $short }) => ($short ? '12px 0' : '30px 0')};
    border-top: 1px solid var(--line);
    counter-increment: step;
  }
  & > li::before {
    content: counter(step) / '';
    color: var(--day-ink);
    font: 620 ${({ $short }) => ($short ? '1.375rem' : '2rem')} / 1 var(--f-display);
  }
  & p { max-width: 42.7em; margin-top: ${({ $short }) => ($short ? '2px' : '8px')}; color: var(--text-2); }
  ${({ $short }) => $short && '& h2 { font-size: 1.125rem; line-height: 1.3; letter-spacing: 0; } & p { font-size: var(--t-small); line-height: 1.45; }'}
`
const RequiresTitle = s('h3')`
  margin: 12px 0 18px;
`
