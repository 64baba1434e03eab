import { useSyncExternalStore } from 'react'
import { Icon } from '#client/ui/base/icon.tsx'
import { createStyled, media } from '#client/ui/base/styles.ts'
import {
  badgeText,
  type Download,
  downloadsFor,
  type Links,
  operatingSystem,
  type System,
  systemNames,
} from './operating-system.ts'

/** All downloads of an app, the reader's system first. */
export function AppDownloads({ links }: { links: Links }) {
  const system = useSystem()
  const downloads = downloadsFor(links, system)
  return (
    <>
      <List>
        {downloads.map((download, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the system is detected after hydration and reorders the downloads; keys by index keep the focus where it is
          <li key={place}>
            <StoreBadge {...download} />
          </li>
        ))}
      </List>
      <Detected>{system && detected(system, links)}</Detected>
    </>
  )
}

function StoreBadge({ system, address }: Download) {
  const [action, store] = badgeText(system, address)
  return (
    <Badge href={address}>
      <Icon name={system} size={32} />
      <span>
        <small>{action}</small> <b>{store}</b>
      </span>
    </Badge>
  )
}

const detected = (system: System, links: Links) =>
  links[system]
    ? `We detected ${systemNames[system]} on this device.`
    : `We detected ${systemNames[system]}: no download for it yet.`

const never = () => () => {}

/** The reader's system; `undefined` until hydration, because the server renders one page for all. */
export const useSystem = (): System | undefined =>
  useSyncExternalStore(
    never,
    () => operatingSystem(navigator),
    () => undefined,
  )

const s = createStyled('app-downloads')
/** Equal, left-aligned cells: reordering the downloads changes only their text. */
const List = s('ul')`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(min(100%, 210px), 1fr));
  gap: 12px;
  max-width: 680px;
`
/** The dark badge of an app store, in both themes. */
const Badge = s('a')`
  display: flex;
  gap: 12px;
  align-items: center;
  min-height: 64px;
  padding: 8px 20px 8px 16px;
  border-radius: var(--r-md);
  background: color-mix(in srgb, var(--on-day) 40%, black);
  box-shadow: inset 0 0 0 1.5px var(--line-strong);
  color: var(--paper);
  line-height: 1.2;
  text-decoration: none;
  &:hover { box-shadow: inset 0 0 0 2px var(--primary); }
  & small { display: block; font-size: 0.8125rem; }
  & b { font-size: 1.1875rem; font-weight: 640; }
`
/** Reserves the height of its text. */
const Detected = s('p')`
  max-width: 33em;
  margin-top: 16px;
  color: var(--text-2);
  font-size: var(--t-small);
  min-height: 1.6em;
  ${media.phone} { min-height: 3.2em; }
`
