import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { BrowserRouter, Route, useLocation } from 'react-router-dom'
import WritingPage from '#client/admin/writing/writing-page.tsx'
import { ADMIN_TOKEN_KEY } from '#client/api/session-keys.ts'
import { allowHistoryGuards } from '#client/lib/history-guard.ts'
import { pagePaths } from '#contract/paths.ts'
import type { PostSource } from '#contract/posts.ts'
import type { WorkingCopy } from '#contract/writing.ts'
import { type Answers, anEditablePost, answering, aSource, lists } from '#tests/admin/answers.ts'
import { FramedRoutes } from '#tests/admin/framed-routes.tsx'
import { aSite } from '#tests/helpers/cards.ts'
import { BLANK_FIELDS } from './blank-fields.ts'

// As the script of administrators does.
allowHistoryGuards()

export const KEY = 'new-0123456789abcdef'
export const SAVED_AT = '2026-11-23T10:42:00.000Z'
export const head = (key: string, title = 'Rye') => ({
  key,
  title,
  saved_at: SAVED_AT,
  deleted_at: '2099-12-23T10:42:00.000Z',
})
export const copyOf = (key: string, fields: Partial<WorkingCopy['fields']> = {}): WorkingCopy => ({
  ...head(key, fields.title),
  revision: null,
  fields: {
    ...BLANK_FIELDS,
    format: 'html',
    title: 'Rye',
    content: 'Restored text.',
    ...fields,
  },
})

/** Texts are edited as source, so that no test depends on the visual editor. */
export const answers = (more: Answers = {}): Answers => ({
  ...lists(),
  'GET /api/working-copies': () => ({ body: { working_copies: [] } }),
  'POST /api/writing/check': () => ({ body: { problems: [] } }),
  ...more,
})
export const ofPost = (source: PostSource, more: Answers = {}): Answers =>
  answers({ [`GET /api/blog-posts/${source.id}`]: () => ({ body: anEditablePost(source) }), ...more })

/** The URL that the router knows. */
function RouterUrl() {
  const { pathname, search } = useLocation()
  return <output data-testid="url">{pathname + search}</output>
}
export const routerUrl = () => screen.getByTestId('url').textContent

/** Opens the page at a path, from the list of posts. */
export async function open(path: string, given: Answers) {
  const server = answering(given)
  localStorage.setItem(ADMIN_TOKEN_KEY, 'a.b.c')
  localStorage.setItem('writing_mode', 'source')
  const page = <WritingPage data={null} site={aSite()} />
  history.replaceState({ idx: 0 }, '', pagePaths.adminBlog)
  history.pushState({ idx: 1 }, '', path)
  render(
    <BrowserRouter>
      <RouterUrl />
      <FramedRoutes pages={{ [pagePaths.adminNew]: page, [pagePaths.adminEdit(':id')]: page }}>
        <Route path={pagePaths.adminBlog} element={<p>The list</p>} />
      </FramedRoutes>
    </BrowserRouter>,
  )
  await screen.findByLabelText('Title')
  return { user: userEvent.setup(), ...server }
}
export const title = () => screen.getByLabelText<HTMLTextAreaElement>('Title')
export const press = (name: string) => screen.getByRole('button', { name })
export const draft = aSource({ id: 'rye', title: 'Rye', draft: true, date: '' })
