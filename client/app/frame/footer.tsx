import { Container } from '#client/ui/container.tsx'
import { createStyled } from '#client/ui/create-styled.ts'
import type { SiteFacts } from '#contract/site.ts'
import { FootColumns } from './footer-columns.tsx'
import { PrivacyDialog } from './privacy-dialog.tsx'
import { ThemeSwitch } from './theme-switch.tsx'
import { WeekStrip } from './week-strip.tsx'

const s = createStyled('foot')
const Foot = s('footer')`
  background: var(--bg-band);
`
const Last = s(Container)`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: 0 16px;
  padding-block: 20px;
  border-top: 1px solid var(--line);
  color: var(--text-3);
  font-size: var(--t-small);
`

/** §2: the foot of every page but the dashboard's. */
export function Footer({ site }: { site: SiteFacts }) {
  return (
    <Foot>
      <WeekStrip />
      <FootColumns site={site} />
      <Last>
        <span>{`© 2019–${site.year} ${site.name}`}</span>
        <ThemeSwitch />
      </Last>
      <PrivacyDialog html={site.privacyPolicy} />
    </Foot>
  )
}
