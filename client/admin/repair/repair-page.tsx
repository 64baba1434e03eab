import { useSearchParams } from 'react-router-dom'
import { QueryView, useLoadedOnce } from '#client/admin/shared/data.tsx'
import { errorMessage } from '#client/admin/shared/errors.tsx'
import { AdminPage } from '#client/admin/shell/admin-page.tsx'
import { fetchContentFile } from '#client/api/content.ts'
import { TextLink } from '#client/ui/base/button.tsx'
import { pagePaths } from '#contract/paths.ts'
import { RepairDesk } from './repair-desk.tsx'

/** /admin/repair?file=posts/x.md */
export default function RepairPage() {
  const [search] = useSearchParams()
  const file = search.get('file') ?? ''
  return (
    <AdminPage>
      <Repair key={file} file={file} />
    </AdminPage>
  )
}

function Repair({ file }: { file: string }) {
  const query = useLoadedOnce(() => fetchContentFile(file))
  const { data, error, refetch } = query
  // The file is shown with the reason in its place.
  if (data) {
    const failure = error ? errorMessage(error) : undefined
    return <RepairDesk key={data.revision} opened={data} failure={failure} onReload={() => refetch()} />
  }
  return (
    <>
      <QueryView query={query} label="Loading...">
        {() => null}
      </QueryView>
      {error && (
        <p>
          <TextLink to={pagePaths.adminBlog}>Back to the dashboard</TextLink>
        </p>
      )}
    </>
  )
}
