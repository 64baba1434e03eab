import { Logo } from '#client/ui/brand/logo.tsx'
import { Container } from '#client/ui/container.tsx'
import { Chip } from '#client/ui/content/chip.tsx'
import { createStyled } from '#client/ui/create-styled.ts'
import { Button } from '#client/ui/form/button.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { media } from '#client/ui/media.ts'
import { TextLink } from '#client/ui/text-link.tsx'
import { pagePaths } from '#contract/paths.ts'
import { BarLinks, type BarLinksProps } from './bar-links.tsx'

type Props = BarLinksProps & { name: string; onLogOut: () => void; onLogOutEverywhere: () => void; leaving: boolean }

/** The administrator's own bar: what there is to manage, the site, and the two ways out (decision 29). */
export function TopBar({ name, here, unread, onLogOut, onLogOutEverywhere, leaving }: Props) {
  return (
    <Bar>
      <Row width="admin">
        <Logo name={name} />
        <Chip kind="category">Admin</Chip>
        <BarLinks here={here} unread={unread} />
        <Ways>
          <TextLink to={pagePaths.blog}>View blog</TextLink>
          <Way variant="ghost" small busy={leaving ? 'Logging out' : undefined} onClick={onLogOutEverywhere}>
            Log out everywhere
          </Way>
          <Way variant="ghost" small onClick={onLogOut}>
            <Icon name="logout" size={18} /> Log out
          </Way>
        </Ways>
      </Row>
    </Bar>
  )
}

const s = createStyled('admin-top-bar')
const Bar = s('header')`
  background: var(--bg-band);
  box-shadow: 0 1px 0 var(--line);
`
const Row = s(Container)`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 8px 20px;
  min-height: 68px;
  ${media.narrow} { gap: 4px 12px; padding-block: 8px; }
`
const Ways = s('div')`
  display: flex;
  align-items: center;
  gap: 12px;
  margin-left: auto;
  ${media.narrow} {
    flex-wrap: wrap;
    justify-content: space-between;
    gap: 4px;
    width: 100%;
    margin-left: 0;
    white-space: nowrap;
  }
  ${media.phone} { & > a { font-size: 0.875rem; } }
`
const Way = s(Button)`
  ${media.narrow} { padding-inline: 8px; }
  ${media.phone} {
    padding-inline: 4px;
    font-size: 0.875rem;
    & > svg { display: none; }
  }
`
