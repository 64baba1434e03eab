import { LeadText } from '#client/ui/base/layout.tsx'
import { createStyled, media } from '#client/ui/base/styles.ts'
import { HeroColumns, HeroSection, HeroTitle } from '#client/ui/brand/hero.tsx'
import type { SiteInfo } from '#contract/site.ts'
import { AppDownloads } from './app-downloads.tsx'
import { apps } from './apps.tsx'
import type { AppId } from './operating-system.ts'

export function DownloadHero({ id, site }: { id: AppId; site: SiteInfo }) {
  const { name, headline, people, picture: Picture, hasPedestal } = apps[id]
  return (
    <HeroSection>
      <Columns width={hasPedestal ? 'hero' : 'page'} $hasPedestal={hasPedestal}>
        <TextColumn>
          <Title>{headline}</Title>
          <Lead>
            <span>{name}</span> is the <span>{site.name}</span> app for <span>{people}</span>. We install it with you
            during setup.
          </Lead>
          <AppDownloads app={name} links={site.downloads[id]} />
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
