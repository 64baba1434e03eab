import { useState } from 'react'
import { useLocation } from 'react-router-dom'
import { openPost } from '#client/admin/post-form/session/open-post.ts'
import type { PostDraft } from '#client/admin/post-form/session/saves.ts'
import { QueryView, useLoadedOnce } from '#client/admin/shared/data.tsx'
import { AdminPage } from '#client/admin/shell/admin-page.tsx'
import { useLoginInPlace } from '#client/admin/shell/login-in-place.tsx'
import { useOpenedUrl } from '#client/admin/writing/state/page-url.ts'
import type { PageProps } from '#client/lib/page-types.ts'
import { pagePaths } from '#contract/paths.ts'
import { WritingDesk } from './writing-desk.tsx'

/** /admin/blog/new and /admin/blog/{id}/edit */
export default function WritingPage({ site }: PageProps<null>) {
  const { pathname, search, count } = useOpenedUrl()
  useLoginInPlace()
  return <Opening key={count} id={postIdIn(pathname)} search={search} siteName={site.name} />
}

type OpeningProps = { id: string | undefined; search: string; siteName: string }

function Opening({ id, search, siteName }: OpeningProps) {
  const { state: passed } = useLocation()
  const [typed] = useState(() => takeTyped(passed))
  const query = useLoadedOnce(() => openPost(id, search))
  const { data } = query
  if (data) return <WritingDesk key={data.key} opened={data} typed={typed} siteName={siteName} />
  return (
    <AdminPage>
      <QueryView query={query} label="Loading...">
        {() => null}
      </QueryView>
    </AdminPage>
  )
}

const postIdIn = (pathname: string): string | undefined =>
  pathname.replace(/\/+$/, '') === pagePaths.adminNew ? undefined : pathname.split('/')[3]

/** What the modal editor passed. Only once: a reload would show it again, although it was changed since. */
function takeTyped(passed: unknown): PostDraft | undefined {
  const typed: unknown = Object(passed).typed
  if (!isTyped(typed)) return undefined
  history.replaceState({ ...history.state, usr: null }, '')
  return typed
}

const isTyped = (value: unknown): value is PostDraft =>
  typeof value === 'object' && value !== null && 'fields' in value && 'base' in value
