import { useCallback } from 'react'
import { useSearchParams } from 'react-router-dom'
import { LoadFailed } from '#client/admin/shared/errors.tsx'
import { useLoaded } from '#client/admin/shared/use-loaded.ts'
import { AdminPage } from '#client/admin/shell/admin-page.tsx'
import { fetchContentFile } from '#client/api/content.ts'
import { TextLink } from '#client/ui/base/button.tsx'
import { Spinner } from '#client/ui/base/spinner.tsx'
import { pagePaths } from '#contract/paths.ts'
import { RepairDesk } from './repair-desk.tsx'

/** /admin/repair?file=posts/x.md */
export default function RepairPage() {
  const [search] = useSearchParams()
  const file = search.get('file') ?? ''
  const { state, reload } = useLoaded(useCallback(() => fetchContentFile(file), [file]))
  return (
    <AdminPage>
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
