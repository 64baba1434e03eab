import { describe, expect, test } from 'bun:test'
import { screen, waitFor, within } from '@testing-library/react'
import { adminRoutes } from '#client/app/routing/admin-routes.ts'
import { pagePaths } from '#contract/paths.ts'
import { type Answers, lists } from '#tests/admin/answers.ts'
import { openDashboard } from '#tests/admin/open-dashboard.tsx'
import { aCard, aSite } from '#tests/helpers/cards.ts'

const posts = [
  aCard({ id: 'live-one', title: 'A live one' }),
  aCard({ id: 'a-draft', title: 'A draft', state: 'draft', picture: null, image: null }),
]

describe('the dashboard', () => {
  test('redirects to the login without a token', () => {
    const { asked } = openDashboard({}, null)
    expect(screen.getByText('The login')).toBeTruthy()
    expect(asked).toEqual([])
  })

  test('lists all posts with their details, and shows the state of those that visitors do not see', async () => {
    const { calls } = openDashboard(lists({ posts }))
    expect(screen.getByText('Loading blog posts...')).toBeTruthy()
    const live = (await screen.findByText('A live one')).closest('tr') ?? document.body
    expect(within(live).getByText('Production')).toBeTruthy()
    expect(within(live).queryByText('Draft')).toBeNull()
    const draft = screen.getByText('A draft').closest('tr') ?? document.body
    expect(within(draft).getByText('Draft')).toBeTruthy()
    const [read] = calls('GET /api/blog-posts')
    expect(read?.query.get('state')).toBe('all')
    expect(read?.query.get('fields')).toBe('card')
    expect(read?.headers.get('authorization')).toBe('Bearer a.b.c')
  })

  test('shows empty texts when there are no posts, categories or tags', async () => {
    openDashboard(lists({ categories: [], tags: [] }))
    expect(await screen.findByText('No blog posts yet')).toBeTruthy()
    expect(screen.getByText('No categories yet')).toBeTruthy()
    expect(screen.getByText('No tags yet')).toBeTruthy()
  })

  test('shows a failed load and retries on request', async () => {
    const answers = lists({ posts })
    const tags = answers['GET /api/tags']
    answers['GET /api/tags'] = () => ({ status: 500, body: { message: 'The disk is gone.' } })
    const { user } = openDashboard(answers)
    expect((await screen.findByRole('alert')).textContent).toContain('The disk is gone.')
    if (tags) answers['GET /api/tags'] = tags
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('A live one')).toBeTruthy()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('is called “Posts” in the bar and in the tab of the browser', async () => {
    openDashboard(lists())
    expect((await screen.findByRole('link', { name: 'Posts' })).getAttribute('aria-current')).toBe('page')
    const page = await adminRoutes.find(({ path }) => path === pagePaths.adminBlog)?.fromServerData('null')
    expect(page?.head(aSite({ name: 'Acme' })).title).toBe('Posts – Acme')
  })
})

describe('deleting in the dashboard', () => {
  test('asks by name before deleting a post, then reloads the list and shows a toast', async () => {
    const answers = lists({ posts })
    answers['DELETE /api/blog-posts/a-draft'] = () => {
      Object.assign(answers, lists({ posts: posts.slice(0, 1) }))
      return { body: { message: 'Deleted.', restorable: true } }
    }
    const { user, calls } = openDashboard(answers)
    await user.click(await screen.findByRole('button', { name: 'Delete A draft' }))
    const question = screen.getByRole('dialog', { name: 'Delete this post?' })
    expect(question.textContent).toContain('“A draft” will be deleted. Visitors can’t see it.')
    expect(calls('DELETE /api/blog-posts/a-draft')).toEqual([])
    await user.click(within(question).getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(screen.queryByText('A draft')).toBeNull())
    expect(screen.getByText(/^Post deleted/)).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Blog Management Dashboard' }))
  })

  test.each([
    ['off', 'This is final: without git, there is no trash.'],
    ['ok', 'It can be restored from the trash.'],
  ])('says before a deletion whether it can be undone, with git %s', async (git, sentence) => {
    const facts =
      git === 'off' ? {} : { branch: 'main', commit: null, follows: null, waiting: null, left: [], apart: null }
    const state: Answers = { 'GET /api/content-state': () => ({ body: { git, ...facts } }) }
    const { user } = openDashboard({ ...lists({ posts }), ...state })
    await user.click(await screen.findByRole('button', { name: 'Delete A draft' }))
    const question = screen.getByRole('dialog', { name: 'Delete this post?' })
    await waitFor(() => expect(question.textContent).toContain(sentence))
  })

  test.each([true, false])('offers to undo a deletion only if git has the post: %p', async (restorable) => {
    const answers = lists({ posts })
    answers['DELETE /api/blog-posts/a-draft'] = () => ({ body: { message: 'Deleted.', restorable } })
    answers['POST /api/trash/a-draft/restore'] = () => ({ body: { message: 'The post was restored.' } })
    const { user, calls } = openDashboard(answers)
    await user.click(await screen.findByRole('button', { name: 'Delete A draft' }))
    await user.click(screen.getByRole('button', { name: 'Delete' }))
    await screen.findByText(/^Post deleted/)
    if (!restorable) return expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    expect(await screen.findByText('The post was restored.')).toBeTruthy()
    expect(calls('POST /api/trash/a-draft/restore')).toHaveLength(1)
    expect(calls('GET /api/blog-posts')).toHaveLength(3)
  })

  test('undoes a deletion by key, once, and not while text is typed', async () => {
    const answers = lists({ posts })
    answers['DELETE /api/blog-posts/a-draft'] = () => ({ body: { message: 'Deleted.', restorable: true } })
    answers['POST /api/trash/a-draft/restore'] = () => ({ body: { message: 'The post was restored.' } })
    const { user, calls } = openDashboard(answers)
    await user.click(await screen.findByRole('button', { name: 'Delete A draft' }))
    await user.click(screen.getByRole('button', { name: 'Delete' }))
    await screen.findByText(/^Post deleted/)
    await user.click(screen.getByLabelText('Search'))
    await user.keyboard('{Control>}z{/Control}')
    expect(calls('POST /api/trash/a-draft/restore')).toEqual([])
    await user.click(document.body)
    await user.keyboard('{Control>}zz{/Control}')
    expect(await screen.findByText('The post was restored.')).toBeTruthy()
    expect(calls('POST /api/trash/a-draft/restore')).toHaveLength(1)
  })

  test('deletes nothing on Cancel', async () => {
    const { user, asked } = openDashboard(lists({ posts }))
    await user.click(await screen.findByRole('button', { name: 'Delete A draft' }))
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(asked.some(({ call }) => call.startsWith('DELETE'))).toBe(false)
  })

  test("shows the server's message for a category in use until it is dismissed", async () => {
    const { user } = openDashboard({
      ...lists(),
      'DELETE /api/categories/production': () => ({ status: 409, body: { message: '2 posts use this category.' } }),
    })
    await user.click(await screen.findByRole('button', { name: 'Delete Production' }))
    await user.click(screen.getByRole('button', { name: 'Delete' }))
    expect((await screen.findByRole('alert')).textContent).toContain('2 posts use this category.')
    expect(screen.getByRole('button', { name: 'Delete Production' })).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Dismiss' }))
    expect(screen.queryByRole('alert')).toBeNull()
  })
})

describe('adding categories and tags in the dashboard', () => {
  const panel = async (name: string) => within(await screen.findByRole('region', { name }))
  const label = 'New Tags (comma-separated)'

  test('does nothing for an empty input', async () => {
    const { user, calls } = openDashboard(lists())
    const tags = await panel('Tags')
    await user.type(tags.getByLabelText(label), ' , ,')
    await user.click(tags.getByRole('button', { name: 'Add' }))
    expect(calls('POST /api/tags')).toEqual([])
  })

  test('splits and trims names, drops empty ones, shows the response and clears the input', async () => {
    const { user, calls } = openDashboard({
      ...lists(),
      'POST /api/tags': () => ({ status: 201, body: { created: [], message: 'Two tags were created.' } }),
    })
    const tags = await panel('Tags')
    await user.type(tags.getByLabelText(label), ' Wholesale,, Holidays ,{Enter}')
    expect(await screen.findByText('Two tags were created.')).toBeTruthy()
    expect(calls('POST /api/tags')[0]?.json).toEqual({ name: ['Wholesale', 'Holidays'] })
    expect(calls('POST /api/tags')[0]?.headers.get('authorization')).toBe('Bearer a.b.c')
    expect(tags.getByLabelText<HTMLInputElement>(label).value).toBe('')
    expect(calls('GET /api/tags')).toHaveLength(2)
  })

  test('shows a failure as an alert and keeps the typed text', async () => {
    const { user } = openDashboard({
      ...lists(),
      'POST /api/categories': () => ({
        status: 422,
        body: { message: 'Please check the marked fields.', errors: { name: { message: 'Names are too long.' } } },
      }),
    })
    const categories = await panel('Categories')
    const input = categories.getByLabelText<HTMLInputElement>('New Categories (comma-separated)')
    await user.type(input, 'Everything{Enter}')
    expect((await screen.findByRole('alert')).textContent).toContain('Names are too long.')
    expect(input.value).toBe('Everything')
  })
})
