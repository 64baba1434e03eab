import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router-dom'
import { QueryView, useLoadedOnce } from '#client/admin/shared/data.tsx'
import { AdminPage } from '#client/admin/shell/admin-page.tsx'
import { fetchPageFile, fetchPageFiles } from '#client/api/page-files.ts'
import { TextLink } from '#client/ui/base/button.tsx'
import { adminPaths } from '#contract/admin-paths.ts'
import { PageForm } from './page-form.tsx'
import { PageList } from './page-list.tsx'

/** /admin/pages, and /admin/pages?file=site.yml */
export default function PagesPage() {
  const [search] = useSearchParams()
  const file = search.get('file')
  return (
    <AdminPage action={file !== null && <TextLink to={adminPaths.pagesPage}>All pages</TextLink>}>
      {file === null ? <List /> : <Form key={file} file={file} />}
    </AdminPage>
  )
}

function List() {
  const query = useQuery({ queryKey: ['page-files'], queryFn: fetchPageFiles })
  return (
    <QueryView query={query} label="Loading pages...">
      {({ groups }) => <PageList groups={groups} />}
    </QueryView>
  )
}

function Form({ file }: { file: string }) {
  const query = useLoadedOnce(() => fetchPageFile(file))
  return (
    <QueryView query={query} label="Loading...">
      {(opened) => <PageForm opened={opened} />}
    </QueryView>
  )
}
