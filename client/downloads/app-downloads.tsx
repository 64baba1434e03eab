import { createStyled } from '#client/ui/create-styled.ts'
import { ButtonLink } from '#client/ui/form/button.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { media } from '#client/ui/media.ts'
import { pagePaths } from '#contract/paths.ts'
import { downloadsFor, type Links, type System, systemNames } from './operating-system.ts'
import { useSystem } from './use-system.ts'

const s = createStyled('app-downloads')
/** Equal cells with their words at the left: when the reader's own system comes first, words change, and nothing moves. */
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
/** Its room is there before its words are. */
const Detected = s(Hint)`
  min-height: 1.6em;
  ${media.phone} { min-height: 3.2em; }
`

/** All downloads of an app, or how to get it while there are none (§9: the reader's system chooses the first). */
export function AppDownloads({ app, links }: { app: string; links: Links }) {
  const system = useSystem()
  const downloads = downloadsFor(links, system)
  if (downloads.length === 0) return <Ask app={app} />
  return (
    <>
      <List>
        {downloads.map(({ system, address }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a place keeps its button, and the focus on it, and changes its words
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
