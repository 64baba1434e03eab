import { Container } from '#client/ui/container.tsx'
import { scoped } from '#client/ui/scoped.ts'
import { LeadText } from '#client/ui/section.tsx'
import { media } from '#client/ui/theme.ts'
import type { SiteFacts } from '#contract/site.ts'
import { AppDownloads } from './app-downloads.tsx'
import { apps } from './apps.tsx'
import type { AppId } from './downloads-data.ts'

const s = scoped('download-hero')
/** Behind it, the faint lines of an order sheet, fading out to the left. */
const Section = s('section')`
  position: relative;
  overflow: hidden;
  padding-top: calc(76px + clamp(28px, 5vw, 76px));
  &::before {
    content: '';
    position: absolute;
    inset: 0;
    background: repeating-linear-gradient(180deg, transparent 0 66px, color-mix(in srgb, var(--line) 42%, transparent) 66px 67px);
    mask-image: linear-gradient(200deg, black 0, transparent 62%);
  }
  ${media.phone} { padding-top: 96px; }
`
const Columns = s(Container)<{ $stands: boolean }>`
  position: relative;
  display: grid;
  grid-template-columns: ${({ $stands }) => ($stands ? 'minmax(0, 0.85fr) minmax(0, 1.15fr)' : 'minmax(0, 1.1fr) minmax(0, 0.9fr)')};
  gap: clamp(32px, 4vw, 72px);
  align-items: center;
  ${media.hero} { grid-template-columns: minmax(0, 1fr); }
`
const Words = s('div')`
  padding-bottom: var(--s-9);
  ${media.hero} { padding-bottom: 0; }
`
const Headline = s('h1')`
  font-size: var(--t-display);
  line-height: 1.06;
  letter-spacing: -0.022em;
  & span { color: var(--primary-ink); }
`
const Lead = s(LeadText)`
  max-width: 48ch;
  margin: 20px 0 28px;
`
const Note = s('p')`
  max-width: 60ch;
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
    <Section>
      <Columns width={stands ? 'hero' : 'page'} $stands={stands}>
        <Words>
          <Headline>{headline}</Headline>
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
    </Section>
  )
}
