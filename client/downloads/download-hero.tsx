import { HeroColumns, HeroSection, HeroTitle } from '#client/ui/brand/hero.tsx'
import { createStyled } from '#client/ui/create-styled.ts'
import { media } from '#client/ui/media.ts'
import { LeadText } from '#client/ui/section.tsx'
import type { SiteFacts } from '#contract/site.ts'
import { AppDownloads } from './app-downloads.tsx'
import { apps } from './apps.tsx'
import type { AppId } from './downloads-data.ts'

const s = createStyled('download-hero')
const Columns = s(HeroColumns)<{ $stands: boolean }>`
  grid-template-columns: ${({ $stands }) => ($stands ? 'minmax(0, 0.85fr) minmax(0, 1.15fr)' : 'minmax(0, 1.1fr) minmax(0, 0.9fr)')};
  ${media.hero} { grid-template-columns: minmax(0, 1fr); }
`
const Words = s('div')`
  padding-bottom: var(--s-9);
  ${media.hero} { padding-bottom: 0; }
`
const Lead = s(LeadText)`
  max-width: 33em;
  margin: 20px 0 28px;
`
const Note = s('p')`
  max-width: 41.3em;
  margin-top: 8px;
  color: var(--text-2);
  font-size: var(--t-small);
`
/** What does not stand there in full runs out of the picture. */
const Device = s('div')<{ $stands: boolean }>`
  align-self: end;
  margin-bottom: ${({ $stands }) => ($stands ? 'var(--s-8)' : '-34px')};
`

/** The app, what it is for, and how to get it. */
export function DownloadHero({ id, site }: { id: AppId; site: SiteFacts }) {
  const { name, headline, lead, user, picture: Picture, stands } = apps[id]
  return (
    <HeroSection>
      <Columns width={stands ? 'hero' : 'page'} $stands={stands}>
        <Words>
          <HeroTitle>{headline}</HeroTitle>
          <Lead>{lead}</Lead>
          <AppDownloads app={name} links={site.downloads[id]} />
          <Note>
            {name} needs a {site.name} account with {/^[aeiou]/.test(user) ? 'an' : 'a'} {user} user.
            {!stands && ' The picture shows sample data.'}
          </Note>
        </Words>
        <Device $stands={stands}>
          <Picture />
        </Device>
      </Columns>
    </HeroSection>
  )
}
