import { ButtonLink } from '#client/ui/base/button.tsx'
import { LeadText } from '#client/ui/base/layout.tsx'
import { createStyled, media } from '#client/ui/base/styles.ts'
import { HeroColumns, HeroSection, HeroTitle } from '#client/ui/brand/hero.tsx'
import { pagePaths } from '#contract/paths.ts'
import type { SiteInfo } from '#contract/site.ts'
import { AppDownloads } from './app-downloads.tsx'
import { apps } from './apps.tsx'
import { InstallSteps } from './install.tsx'
import { type AppId, hasDownloads } from './operating-system.ts'

/** First what the visitor can have: downloads, or the app as a part of the setup. */
export function DownloadHero({ id, site }: { id: AppId; site: SiteInfo }) {
  const { name, headline, people, picture: Picture, hasPedestal, install } = apps[id]
  const hasDownload = hasDownloads(site.downloads[id])
  return (
    <HeroSection>
      <Columns width={hasPedestal ? 'hero' : 'page'} $hasPedestal={hasPedestal}>
        <TextColumn>
          <Title>{headline}</Title>
          {!hasDownload && (
            <Offer>
              You get {name} with your setup: we install it on {install.crew}.
            </Offer>
          )}
          <Lead>
            <span>{name}</span> is the <span>{site.name}</span> app for <span>{people}</span>.
            {hasDownload && ' We install it with you during setup.'}
          </Lead>
          {hasDownload ? (
            <AppDownloads links={site.downloads[id]} />
          ) : (
            <>
              <InstallSteps id={id} hasDownload={false} short />
              <Ask to={pagePaths.contact}>Ask us for the app</Ask>
            </>
          )}
        </TextColumn>
        <Device $hasPedestal={hasPedestal}>
          <Picture />
          {!hasPedestal && <Caption>Sample data</Caption>}
        </Device>
      </Columns>
    </HeroSection>
  )
}

const s = createStyled('download-hero')
const Columns = s(HeroColumns)<{ $hasPedestal: boolean }>`
  grid-template-columns: ${({ $hasPedestal }) => ($hasPedestal ? 'minmax(0, 0.85fr) minmax(0, 1.15fr)' : 'minmax(0, 1.1fr) minmax(0, 0.9fr)')};
  ${media.hero} { grid-template-columns: minmax(0, 1fr); }
`
/** In the narrowest windows, small enough for the last two words in one line. */
const Title = s(HeroTitle)`
  font-size: min(var(--t-display), 0.5rem + 6.6vw);
`
const TextColumn = s('div')`
  padding-bottom: var(--s-9);
  ${media.hero} { padding-bottom: 0; }
`
const Lead = s(LeadText)`
  max-width: 33em;
  margin: 20px 0 28px;
`
const Offer = s('p')`
  max-width: 27em;
  margin-top: 20px;
  font-size: var(--t-lead);
  font-weight: 640;
  line-height: 1.45;
  text-wrap: balance;
  & + p { margin: 10px 0 18px; font-size: 1.0625rem; }
`
const Ask = s(ButtonLink)`
  margin-top: 22px;
  ${media.phone} { width: 100%; }
`
const Device = s('div')<{ $hasPedestal: boolean }>`
  align-self: end;
  margin-bottom: ${({ $hasPedestal }) => ($hasPedestal ? 'var(--s-8)' : 'var(--s-7)')};
`
const Caption = s('p')`
  margin-top: 14px;
  color: var(--text-2);
  font-size: var(--t-small);
  text-align: center;
`
