import { useCallback } from 'react'
import { useSearchParams } from 'react-router-dom'
import { AdminPage } from '#client/admin/session/admin-page.tsx'
import { LoggedIn } from '#client/admin/session/logged-in.tsx'
import { useUnreadLeadCount } from '#client/admin/session/top-bar.tsx'
import { LoadFailed } from '#client/admin/shared/errors.tsx'
import { useLoaded } from '#client/admin/shared/use-loaded.ts'
import { fetchContentFile } from '#client/api/content.ts'
import type { PageProps } from '#client/lib/page-types.ts'
import { TextLink } from '#client/ui/base/button.tsx'
import { Spinner } from '#client/ui/base/spinner.tsx'
import { pagePaths } from '#contract/paths.ts'
import { RepairDesk } from './repair-desk.tsx'

/** /admin/repair?file=posts/x.md */
export default function RepairPage({ site }: PageProps<null>) {
  return <LoggedIn>{(leave) => <Repair name={site.name} onLeave={leave} />}</LoggedIn>
}

function Repair({ name, onLeave }: { name: string; onLeave: () => void }) {
  const [search] = useSearchParams()
  const file = search.get('file') ?? ''
  const { state, reload } = useLoaded(useCallback(() => fetchContentFile(file), [file]))
  return (
    <AdminPage title="Repair a file" name={name} here="blog" unread={useUnreadLeadCount()} onLeave={onLeave}>
      {state.status === 'loading' && <Spinner label="Loading..." />}
      {state.status === 'failed' && (
        <>
          <LoadFailed message={state.message} onRetry={reload} />
          <p>
            <TextLink to={pagePaths.adminBlog}>Back to the dashboard</TextLink>
          </p>
        </>
      )}
      {state.status === 'loaded' && (
        <RepairDesk key={state.value.revision} opened={state.value} failure={state.failure} onReload={reload} />
      )}
    </AdminPage>
  )
}
