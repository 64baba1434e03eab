import { useCallback, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { openPost } from '#client/admin/post-form/session/open-post.ts'
import type { PostDraft } from '#client/admin/post-form/session/saves.ts'
import { Room } from '#client/admin/shared/admin.styles.ts'
import { LoadFailed } from '#client/admin/shared/errors.tsx'
import { useLoaded } from '#client/admin/shared/use-loaded.ts'
import { AdminPage } from '#client/admin/shell/admin-page.tsx'
import { useLoginInPlace } from '#client/admin/shell/login-in-place.tsx'
import { useOpenedUrl } from '#client/admin/writing/state/page-url.ts'
import type { PageProps } from '#client/lib/page-types.ts'
import { Spinner } from '#client/ui/base/spinner.tsx'
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
  const { state, reload } = useLoaded(useCallback(() => openPost(id, search), [id, search]))
  if (state.status === 'loaded') {
    const { value } = state
    return <WritingDesk key={value.key} opened={value} typed={typed} siteName={siteName} />
  }
  return (
    <AdminPage>
      {state.status === 'failed' ? (
        <LoadFailed message={state.message} onRetry={reload} />
      ) : (
        <Room as="div" width="admin">
          <Spinner label="Loading..." />
        </Room>
      )}
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
