import { Link } from 'react-router-dom'
import { Logo } from '#client/ui/brand/logo.tsx'
import { PalletScene } from '#client/ui/brand/pallet-scene.tsx'
import { createStyled } from '#client/ui/create-styled.ts'
import { IconButton } from '#client/ui/form/icon-button.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { LabelWithHiddenContext } from '#client/ui/label-with-hidden-context.tsx'
import { media } from '#client/ui/media.ts'
import { dialogCommandProps } from '#client/ui/overlay/dialog-command.ts'
import type { SiteFacts } from '#contract/site.ts'
import { toolbarLinks } from './toolbar-links.ts'

const s = createStyled('menu-links')
const Head = s('div')`
  display: flex;
  flex: none;
  align-items: center;
  justify-content: space-between;
  min-height: 76px;
  & > button { margin-right: -10px; color: var(--text); }
  ${media.phone} { min-height: 64px; }
`
const Links = s('ul')`
  padding-block: 24px;
`
const Entry = s(Link)`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: 16px;
  padding-block: 22px;
  border-bottom: 1px solid var(--line);
  font: 620 1.5rem / 1.25 var(--f-display);
  text-decoration: none;
  & > svg { color: var(--primary-ink); }
`
const Scene = s('div')`
  width: 100%;
  max-width: 310px;
  margin: auto auto 0;
`

/** All of the menu but its last lines. `menuId`: the dialog that its button closes. */
export function MenuLinks({ site, menuId }: { site: SiteFacts; menuId: string }) {
  return (
    <>
      <Head>
        <Logo name={site.name} />
        <IconButton icon="close" size={28} label="Close menu" {...dialogCommandProps(menuId, 'close')} />
      </Head>
      <nav aria-label="Menu">
        <Links>
          {toolbarLinks(site).map(({ label, rest, to }) => (
            <li key={to}>
              <Entry to={to} aria-label={label}>
                <LabelWithHiddenContext shown={label} rest={rest} />
                <Icon name="arrow-right" size={24} />
              </Entry>
            </li>
          ))}
        </Links>
      </nav>
      <Scene>
        <PalletScene goods={['loaf', 'jar']} later />
      </Scene>
    </>
  )
}
