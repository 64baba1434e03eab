import { useSyncExternalStore } from 'react'
import { HeroColumns, HeroSection, HeroTitle } from '#client/ui/brand/hero.tsx'
import { ButtonLink } from '#client/ui/form/button.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { LeadText } from '#client/ui/layout.tsx'
import { createStyled, media } from '#client/ui/styles.ts'
import { pagePaths } from '#contract/paths.ts'
import type { SiteInfo } from '#contract/site.ts'
import { apps } from './apps.tsx'
import type { AppId } from './operating-system.ts'
import { downloadsFor, type Links, operatingSystem, type System, systemNames } from './operating-system.ts'

export function DownloadHero({ id, site }: { id: AppId; site: SiteInfo }) {
  const { name, headline, lead, user, picture: Picture, hasPedestal } = apps[id]
  return (
    <HeroSection>
      <Columns width={hasPedestal ? 'hero' : 'page'} $hasPedestal={hasPedestal}>
        <TextColumn>
          <HeroTitle>{headline}</HeroTitle>
          <Lead>{lead}</Lead>
          <AppDownloads app={name} links={site.downloads[id]} />
          <Note>
            {name} needs a {site.name} account with {/^[aeiou]/.test(user) ? 'an' : 'a'} {user} user.
            {!hasPedestal && ' The picture shows sample data.'}
          </Note>
        </TextColumn>
        <Device $hasPedestal={hasPedestal}>
          <Picture />
        </Device>
      </Columns>
    </HeroSection>
  )
}

/** All downloads of an app, the reader's system first, or how to get it if there are none. */
export function AppDownloads({ app, links }: { app: string; links: Links }) {
  const system = useSystem()
  const downloads = downloadsFor(links, system)
  if (downloads.length === 0) return <Ask app={app} />
  return (
    <>
      <List>
        {downloads.map(({ system, address }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the system is detected after hydration and reorders the downloads; keys by index keep the focus where it is
          <li key={place}>
            <ButtonLink block variant={place === 0 ? 'primary' : 'outline'} to={address}>
              <Icon name="download" /> Download for {systemNames[system]}
            </ButtonLink>
          </li>
        ))}
      </List>
      <Detected>{system && detected(system, links)}</Detected>
    </>
  )
}

const detected = (system: System, links: Links) =>
  links[system]
    ? `We detected ${systemNames[system]} on this device.`
    : `We detected ${systemNames[system]}: no download for it yet.`

const Ask = ({ app }: { app: string }) => (
  <>
    <Wide to={pagePaths.contact}>Ask us for the app</Wide>
    <Hint>There is no download of {app} here yet. Ask us for the app and we set it up with you.</Hint>
  </>
)

const never = () => () => {}

/** The reader's system; `undefined` until hydration, because the server renders one page for all. */
export const useSystem = (): System | undefined =>
  useSyncExternalStore(
    never,
    () => operatingSystem(navigator),
    () => undefined,
  )

const s = createStyled('download-hero')
const Columns = s(HeroColumns)<{ $hasPedestal: boolean }>`
  grid-template-columns: ${({ $hasPedestal }) => ($hasPedestal ? 'minmax(0, 0.85fr) minmax(0, 1.15fr)' : 'minmax(0, 1.1fr) minmax(0, 0.9fr)')};
  ${media.hero} { grid-template-columns: minmax(0, 1fr); }
`
const TextColumn = s('div')`
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
/** A device without a pallet extends out of the hero. */
const Device = s('div')<{ $hasPedestal: boolean }>`
  align-self: end;
  margin-bottom: ${({ $hasPedestal }) => ($hasPedestal ? 'var(--s-8)' : '-34px')};
`
/** Equal, left-aligned cells: reordering the downloads changes only their text. */
const List = s('ul')`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(min(100%, 276px), 1fr));
  gap: 12px;
  max-width: 580px;
  & a { justify-content: flex-start; text-align: left; }
`
const Wide = s(ButtonLink)`
  ${media.phone} { width: 100%; }
`
const Hint = s('p')`
  max-width: 33em;
  margin-top: 16px;
  color: var(--text-2);
  font-size: var(--t-small);
`
/** Reserves the height of its text. */
const Detected = s(Hint)`
  min-height: 1.6em;
  ${media.phone} { min-height: 3.2em; }
`
