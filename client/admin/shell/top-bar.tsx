import type { LoginNotice } from '#client/admin/login/login-notice.tsx'
import { useAction } from '#client/admin/shared/use-action.ts'
import { ApiError } from '#client/api/http.ts'
import { logOut } from '#client/api/login.ts'
import { Button, TextLink } from '#client/ui/base/button.tsx'
import { Icon } from '#client/ui/base/icon.tsx'
import { Container } from '#client/ui/base/layout.tsx'
import { Link } from '#client/ui/base/link.tsx'
import { createStyled, media } from '#client/ui/base/styles.ts'
import { Logo } from '#client/ui/brand/logo.tsx'
import { Chip } from '#client/ui/content/chip.tsx'
import { adminPaths } from '#contract/admin-paths.ts'
import { pagePaths } from '#contract/paths.ts'
import { HelpButton } from './help-button.tsx'
import type { PageInfo } from './page-info.ts'
import { useSession } from './session.tsx'
import { ThemeButton } from './theme-button.tsx'
import { LeadsLabel } from './unread-leads.tsx'

type Props = { name: string; tab: PageInfo['tab'] }

/** The bar of the dashboard, for whom is logged in. */
export function TopBar({ name, tab }: Props) {
  const { state, leave } = useSession()
  const { busy, run } = useAction(() => endThisSession().then(leave))
  if (state !== 'open') return null
  return (
    <Bar>
      <BarContent width="admin">
        <Logo name={name} reloadDocument />
        <Chip kind="category">Admin</Chip>
        <Tabs current={tab} />
        <ButtonRow>
          <HelpButton />
          <ThemeButton />
          <TextLink to={pagePaths.blog} reloadDocument>
            View blog
          </TextLink>
          <BarButton variant="ghost" small busy={busy ? 'Logging out' : undefined} onClick={run}>
            <Icon name="logout" size={18} /> Log out
          </BarButton>
        </ButtonRow>
      </BarContent>
    </Bar>
  )
}

/** Ends the session on the server. If that fails, returns the notice that says so: the browser logs out anyway. */
async function endThisSession(): Promise<LoginNotice | undefined> {
  try {
    await logOut()
  } catch (error) {
    // A session that was over needs no end.
    if (!(error instanceof ApiError) || error.status !== 401) return 'session-open'
  }
}

const tabs: Record<PageInfo['tab'], { label: string; path: string }> = {
  posts: { label: 'Posts', path: pagePaths.adminBlog },
  pages: { label: 'Pages', path: adminPaths.pagesPage },
  media: { label: 'Media', path: pagePaths.adminMedia },
  trash: { label: 'Trash', path: pagePaths.adminTrash },
  leads: { label: 'Leads', path: pagePaths.adminLeads },
  audit: { label: 'Audit log', path: pagePaths.adminAudit },
  site: { label: 'Site', path: adminPaths.sitePage },
  account: { label: 'Account', path: pagePaths.adminAccount },
}

/** The admin navigation. Each page counts the unread leads again; the list of leads does so itself. */
const Tabs = ({ current }: { current: PageInfo['tab'] }) => (
  <Links aria-label="Admin">
    {Object.entries(tabs).map(([tab, { label, path }]) => (
      <Tab key={tab} to={path} aria-current={tab === current ? 'page' : undefined}>
        {tab === 'leads' ? <LeadsLabel key={current} isCounted={current !== 'leads'} /> : label}
      </Tab>
    ))}
  </Links>
)

/** Below this width of the window, the tabs need the room between them to be in one row. */
const close = '@media (max-width: 1399px)'

const s = createStyled('admin-top-bar')
const Bar = s('header')`
  background: var(--bg-band);
  box-shadow: 0 1px 0 var(--line);
`
const BarContent = s(Container)`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 8px 20px;
  min-height: 68px;
  ${close} { column-gap: 14px; }
  ${media.narrow} { gap: 4px 12px; padding-block: 8px; }
`
const ButtonRow = s('div')`
  display: flex;
  align-items: center;
  gap: 12px;
  margin-left: auto;
  ${close} { gap: 8px; }
  ${media.narrow} {
    flex-wrap: wrap;
    gap: 4px 8px;
    width: 100%;
    margin-left: 0;
    /* not in the dialog beside them */
    & > :is(a, button) { white-space: nowrap; }
  }
  ${media.phone} {
    justify-content: space-between;
    column-gap: 0;
    & > :is(a, button) { font-size: var(--t-micro); }
  }
`
const BarButton = s(Button)`
  ${media.narrow} { padding-inline: 8px; }
  ${media.phone} {
    padding-inline: 2px;
    font-size: var(--t-micro);
    & > svg { display: none; }
  }
`
const Links = s('nav')`
  display: flex;
  flex-wrap: wrap;
  gap: 4px;
  ${media.narrow} {
    /* Its overflow hides only what is placed in it: the hidden words of the unread leads, too. */
    position: relative;
    flex-wrap: nowrap;
    max-width: 100%;
    overflow-x: auto;
    scrollbar-width: thin;
    & > * { flex: none; }
  }
`
const Tab = s(Link)`
  display: inline-flex;
  align-items: center;
  gap: 8px;
  min-height: 44px;
  padding: 4px 14px;
  ${close} { padding-inline: 8px; }
  border-radius: var(--r-md);
  color: var(--text-2);
  font-size: 0.9375rem;
  font-weight: 640;
  text-decoration: none;
  &:hover { background: var(--surface-2); color: var(--text); }
  &[aria-current] {
    background: var(--surface-2);
    color: var(--text);
    box-shadow: inset 0 -2px 0 var(--primary);
    /* visible in the row that scrolls on phones */
    scroll-initial-target: nearest;
    /* neither backgrounds nor shadows are shown there */
    @media (forced-colors: active) { text-decoration: underline; text-decoration-thickness: 2px; }
  }
`
