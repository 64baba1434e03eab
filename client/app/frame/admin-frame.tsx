import { useLocation } from 'react-router-dom'
import { Shell } from '#client/admin/shell/shell.tsx'
import { findPage } from '#client/app/routing/find-page.ts'
import { createStyled } from '#client/ui/base/styles.ts'
import { Column, type FrameProps, Main, SkipLink } from './layout.tsx'

/** The frame around every page of administrators. The login and the invitation are no pages of the dashboard. */
export function AdminFrame({ site, children }: FrameProps) {
  const page = findPage(useLocation(), site.slug)?.route.admin
  const main = <Main>{children}</Main>
  return (
    <Column>
      <SkipLink />
      <NeedsScript>
        The dashboard needs JavaScript. Turn it on in the browser’s settings, and reload the page.
      </NeedsScript>
      <ScriptFailed role="alert">
        The dashboard could not be loaded. Check your connection, and reload the page.
      </ScriptFailed>
      {page ? (
        <Shell name={site.name} page={page}>
          {main}
        </Shell>
      ) : (
        main
      )}
    </Column>
  )
}

const s = createStyled('admin-frame')
const Notice = s('p')`
  padding: 20px var(--s-gutter);
  border-bottom: 1px solid var(--line);
  background: var(--warning-soft);
`
const NeedsScript = s(Notice)`
  @media (scripting: enabled) { display: none; }
`
/** The start script sets the attribute: what is inside of the frame needs the script that has failed. */
const ScriptFailed = s(Notice)`
  :root:not([data-failed]) & { display: none; }
`
