import { Link } from 'react-router-dom'
import { Badge } from '#client/ui/content/badge.tsx'
import { createStyled } from '#client/ui/create-styled.ts'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import { pagePaths } from '#contract/paths.ts'

export type BarLinksProps = {
  /** The screen we are on. */
  here: 'blog' | 'leads'
  /** Leads that nobody has opened yet; `undefined`: not known. */
  unread: number | undefined
}

/** The bar's own navigation. The count of unread leads is read out as "Leads, 3 unread". */
export function BarLinks({ here, unread }: BarLinksProps) {
  const current = (one: BarLinksProps['here']) => (one === here ? 'page' : undefined)
  return (
    <Links aria-label="Admin">
      <Tab to={pagePaths.adminBlog} aria-current={current('blog')}>
        Blog
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
    </Links>
  )
}

const s = createStyled('admin-bar-links')
const Links = s('nav')`
  display: flex;
  gap: 4px;
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
  &[aria-current] { background: var(--surface-2); color: var(--text); box-shadow: inset 0 -2px 0 var(--primary); }
`
