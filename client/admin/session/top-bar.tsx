import { useEffect, useState } from 'react'
import { HelpButton } from '#client/admin/help/help-button.tsx'
import { ConfirmationCanceled, errorMessage } from '#client/admin/shared/errors.tsx'
import { useAction } from '#client/admin/shared/use-action.ts'
import { ApiError } from '#client/api/http.ts'
import { countUnread } from '#client/api/leads.ts'
import { logOut, logOutEverywhere } from '#client/api/login.ts'
import { Button, TextLink } from '#client/ui/base/button.tsx'
import { Icon } from '#client/ui/base/icon.tsx'
import { Container } from '#client/ui/base/layout.tsx'
import { Link } from '#client/ui/base/link.tsx'
import { createStyled, media } from '#client/ui/base/styles.ts'
import { VisuallyHidden } from '#client/ui/base/visually-hidden.tsx'
import { Logo } from '#client/ui/brand/logo.tsx'
import { Badge, Chip } from '#client/ui/content/chip.tsx'
import { pagePaths } from '#contract/paths.ts'
import { useConfirmation } from './confirmation.tsx'
import type { LoginNotice } from './login-notice.tsx'
import { ThemeButton } from './theme-button.tsx'

type Props = BarLinksProps & {
  name: string
  onLogOut: (notice?: LoginNotice) => void
  onLogOutEverywhere: () => void
  leaving: boolean
}

export function TopBar({ name, here, unread, onLogOut, onLogOutEverywhere, leaving }: Props) {
  const logOutHere = useAction(() => endThisSession().then(onLogOut))
  return (
    <Bar>
      <Row width="admin">
        <Logo name={name} reloadDocument />
        <Chip kind="category">Admin</Chip>
        <BarLinks here={here} unread={unread} />
        <ButtonRow>
          <HelpButton />
          <ThemeButton />
          <TextLink to={pagePaths.blog} reloadDocument>
            View blog
          </TextLink>
          <BarButton variant="ghost" small busy={leaving ? 'Logging out' : undefined} onClick={onLogOutEverywhere}>
            Log out everywhere
          </BarButton>
          <BarButton variant="ghost" small busy={logOutHere.busy ? 'Logging out' : undefined} onClick={logOutHere.run}>
            <Icon name="logout" size={18} /> Log out
          </BarButton>
        </ButtonRow>
      </Row>
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

export type BarLinksProps = {
  here: 'blog' | 'media' | 'trash' | 'leads' | 'account' | 'audit'
  /** Leads that are unread; `undefined` while unknown. */
  unread: number | undefined
}

/** The admin navigation. Screen readers read the count as "Leads, 3 unread". */
export function BarLinks({ here, unread }: BarLinksProps) {
  const current = (one: BarLinksProps['here']) => (one === here ? 'page' : undefined)
  return (
    <Links aria-label="Admin">
      <Tab to={pagePaths.adminBlog} aria-current={current('blog')}>
        Blog
      </Tab>
      <Tab to={pagePaths.adminMedia} aria-current={current('media')}>
        Media
      </Tab>
      <Tab to={pagePaths.adminTrash} aria-current={current('trash')}>
        Trash
      </Tab>
      <Tab to={pagePaths.adminLeads} aria-current={current('leads')}>
        {unread ? (
          <>
            <VisuallyHidden>{`Leads, ${unread} unread`}</VisuallyHidden>
            <span aria-hidden="true">Leads</span>
            <Badge aria-hidden="true">{unread}</Badge>
          </>
        ) : (
          'Leads'
        )}
      </Tab>
      <Tab to={pagePaths.adminAudit} aria-current={current('audit')}>
        Audit log
      </Tab>
      <Tab to={pagePaths.adminAccount} aria-current={current('account')}>
        Account
      </Tab>
    </Links>
  )
}

/** "Log out everywhere": leaves once the server has ended every session, and reports failures. */
export function useLogOutEverywhere(onLeave: () => void, onFailure: (message: string) => void) {
  const withConfirmation = useConfirmation()
  const { busy, run } = useAction(() =>
    withConfirmation(logOutEverywhere).then(
      () => onLeave(),
      (error) => error instanceof ConfirmationCanceled || onFailure(errorMessage(error)),
    ),
  )
  return { leaving: busy, leaveEverywhere: run }
}

/** Number of unread leads; `undefined` while unknown. */
export function useUnreadLeadCount(): number | undefined {
  const [unread, setUnread] = useState<number>()
  useEffect(() => {
    let stopped = false
    countUnread().then(
      (count) => stopped || setUnread(count),
      () => {},
    )
    return () => {
      stopped = true
    }
  }, [])
  return unread
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
const ButtonRow = s('div')`
  display: flex;
  align-items: center;
  gap: 12px;
  margin-left: auto;
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
  }
`
