import { describe, expect, test } from 'bun:test'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { BulkResult } from '#contract/bulk.ts'
import type { ContentState } from '#contract/content.ts'
import { type Answers, lists } from '#tests/admin/answers.ts'
import { openDashboard } from '#tests/admin/open-dashboard.tsx'
import { aCard } from '#tests/helpers/cards.ts'

const posts = [
  aCard({ id: 'rye', title: 'Rye', tags: [{ id: 'milk', name: 'Milk' }], author: 'Ann Lee' }),
  aCard({ id: 'crates', title: 'Crates', state: 'draft' }),
  aCard({ id: 'spring', title: 'Spring', state: 'scheduled' }),
  aCard({ id: 'winter', title: 'Winter', state: 'expired', expires: '2026-11-21T00:00:00.000Z' }),
]

const queryOf = (asked: { query: URLSearchParams } | undefined) => Object.fromEntries(asked?.query ?? [])
const fixed = { state: 'all', fields: 'card', per_page: '50', page: '1' }

describe('the list of posts in the dashboard', () => {
  test('asks the server for the search, the filters, the order and the page of the URL', async () => {
    const search =
      '?q=bread&state=draft&category=production&tag=milk&author=ann&from=2026-01-01&to=2026-02-01&sort=title&order=desc&page=3'
    const { calls } = openDashboard(lists({ posts, total: 200 }), undefined, search)
    await screen.findByText('Rye')
    expect(queryOf(calls('GET /api/blog-posts')[0])).toEqual({
      ...fixed,
      ...Object.fromEntries(new URLSearchParams(search)),
    })
    expect(screen.getByLabelText<HTMLInputElement>('Search').value).toBe('bread')
    expect(screen.getByLabelText<HTMLSelectElement>('Show').value).toBe('draft')
    expect(screen.getByLabelText<HTMLSelectElement>('Category').value).toBe('production')
    expect(screen.getByLabelText<HTMLSelectElement>('Tag').value).toBe('milk')
    expect(screen.getByLabelText<HTMLInputElement>('Author').value).toBe('ann')
    expect(screen.getByLabelText<HTMLInputElement>('From (UTC day)').value).toBe('2026-01-01')
    expect(screen.getByLabelText<HTMLSelectElement>('Sort').value).toBe('title-desc')
    expect(screen.getByRole('link', { name: 'Page 3' }).getAttribute('aria-current')).toBe('page')
  })

  test('applies each filter at once, from the first page on, and loads only posts again', async () => {
    const { user, calls, url } = openDashboard(lists({ posts, total: 200 }), undefined, '?page=3')
    await user.selectOptions(await screen.findByLabelText('Category'), 'shipping')
    await user.selectOptions(screen.getByLabelText('Sort'), 'Title, A to Z')
    fireEvent.change(screen.getByLabelText('From (UTC day)'), { target: { value: '2026-05-01' } })
    await waitFor(() => expect(calls('GET /api/blog-posts')).toHaveLength(4))
    const wanted = { category: 'shipping', sort: 'title', order: 'asc', from: '2026-05-01' }
    expect(queryOf(calls('GET /api/blog-posts').at(-1))).toEqual({ ...fixed, ...wanted })
    expect(Object.fromEntries(new URLSearchParams(url()))).toEqual(wanted)
    expect(calls('GET /api/tags')).toHaveLength(1)
    await user.click(screen.getByRole('button', { name: 'Clear filters' }))
    await waitFor(() => expect(queryOf(calls('GET /api/blog-posts').at(-1))).toEqual(fixed))
    expect(url()).toBe('')
  })

  test('shows the words of each post, and sorts by them, the longest first', async () => {
    const { user, url } = openDashboard(lists({ posts: [aCard({ id: 'rye', title: 'Rye', words: 1234 })] }))
    const row = within(await screen.findByRole('row', { name: /Rye/ }))
    expect(row.getByRole('cell', { name: '1,234' })).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Words' }))
    await waitFor(() => expect(url()).toBe('?sort=words&order=desc'))
    expect(screen.getByRole('columnheader', { name: 'Words' }).getAttribute('aria-sort')).toBe('descending')
    expect(screen.getByLabelText<HTMLSelectElement>('Sort').value).toBe('words-desc')
  })

  test('keeps a filter that is chosen before the page has rendered the one before', async () => {
    const { url } = openDashboard(lists({ posts }), undefined, '?tag=milk')
    await screen.findByText('Rye')
    act(() => {
      fireEvent.change(screen.getByLabelText('Show'), { target: { value: 'draft' } })
      fireEvent.change(screen.getByLabelText('Category'), { target: { value: 'shipping' } })
    })
    await waitFor(() => expect(url()).toBe('?tag=milk&state=draft&category=shipping'))
  })

  test('searches after a pause or on Enter, and follows the back button', async () => {
    const { user, calls, url, back } = openDashboard(lists({ posts }))
    const search = await screen.findByLabelText<HTMLInputElement>('Search')
    await user.type(search, 'rye bread{Enter}')
    await waitFor(() => expect(url()).toBe('?q=rye+bread'))
    await user.type(search, 's')
    await waitFor(() => expect(url()).toBe('?q=rye+breads'))
    await waitFor(() => expect(calls('GET /api/blog-posts').at(-1)?.query.get('q')).toBe('rye breads'))
    await back()
    await waitFor(() => expect(search.value).toBe(''))
    expect(url()).toBe('')
  })

  test('is the one of the URL after a deletion is undone on another page', async () => {
    const answers: Answers = lists({ posts, total: 200 })
    answers['DELETE /api/blog-posts/rye'] = () => ({ body: { message: 'Deleted.', restorable: true } })
    answers['POST /api/trash/rye/restore'] = () => ({ body: { message: 'The post was restored.' } })
    const { user, calls } = openDashboard(answers)
    await user.click(await screen.findByRole('button', { name: 'Delete Rye' }))
    await user.click(screen.getByRole('button', { name: 'Delete' }))
    await screen.findByText(/^Post deleted/)
    await user.click(screen.getByRole('link', { name: 'Page 2' }))
    await screen.findByRole('link', { name: 'Page 1' })
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    await screen.findByText('The post was restored.')
    expect(calls('GET /api/blog-posts').at(-1)?.query.get('page')).toBe('2')
  })

  test('has the focus once its control is gone: after another page and without filters', async () => {
    const { user } = openDashboard(lists({ posts, total: 200 }), undefined, '?tag=milk')
    const list = await screen.findByRole('region', { name: 'List of posts' })
    expect(list.contains(document.activeElement)).toBe(false)
    await user.click(screen.getByRole('link', { name: 'Page 2' }))
    await screen.findByRole('link', { name: 'Page 1' })
    await waitFor(() => expect(document.activeElement).toBe(list))
    const show = screen.getByLabelText<HTMLSelectElement>('Show')
    show.focus()
    await user.selectOptions(show, 'draft')
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Previous page' })).toBeNull())
    expect(document.activeElement).toBe(show)
    await user.click(screen.getByRole('button', { name: 'Clear filters' }))
    await waitFor(() => expect(document.activeElement).toBe(list))
  })

  test('leads from a page without posts to the first one', async () => {
    openDashboard(lists({ posts: [], total: 3 }), undefined, '?state=draft&page=2')
    expect((await screen.findByRole('link', { name: 'First page' })).getAttribute('href')).toBe(
      '/admin/blog?state=draft',
    )
  })

  test('says that nothing matches, and offers all posts', async () => {
    const { user } = openDashboard(
      {
        ...lists(),
        'GET /api/blog-posts': ({ query }) => ({
          body: query.has('tag') ? [] : posts,
          headers: { 'x-total-count': query.has('tag') ? '0' : '4' },
        }),
      },
      undefined,
      '?tag=gone',
    )
    expect(await screen.findByText('No such posts')).toBeTruthy()
    expect(screen.getByLabelText<HTMLSelectElement>('Tag').value).toBe('gone')
    const [, inList] = screen.getAllByRole('button', { name: 'Clear filters' })
    if (inList) await user.click(inList)
    expect(await screen.findByText('Rye')).toBeTruthy()
  })

  test('is a table whose titles lead to the writing page, with the public page of live posts only', async () => {
    openDashboard(lists({ posts }))
    const table = within(await screen.findByRole('table', { name: 'Posts' }))
    expect(table.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      ...['Title', 'State', 'Category, tags', 'Author', 'Date ↓', 'Updated', 'Words'],
    ])
    const rye = within(table.getByRole('row', { name: /Rye/ }))
    expect(rye.getByRole('link', { name: 'Rye' }).getAttribute('href')).toBe('/admin/blog/rye/edit')
    expect(rye.getByRole('link', { name: 'View Rye' }).getAttribute('href')).toBe('/blog/rye')
    expect(rye.getByText('Ann Lee')).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'View Crates' })).toBeNull()
    expect(screen.getByRole('link', { name: 'Trash' }).getAttribute('href')).toBe('/admin/trash')
  })
})

describe('sorting by a column', () => {
  test('asks for its usual order first, then for the other, and says so', async () => {
    const { user } = openDashboard(lists({ posts }))
    await screen.findByRole('table', { name: 'Posts' })
    const head = (name: RegExp) => screen.getByRole('columnheader', { name })
    const press = (name: RegExp) => user.click(within(head(name)).getByRole('button'))
    const isSorted = (name: RegExp, search: string, order: string | null) =>
      waitFor(() => expect([location.search, head(name).getAttribute('aria-sort')]).toEqual([search, order]))
    await isSorted(/Date/, '', 'descending')
    await press(/Author/)
    await isSorted(/Author/, '?sort=author&order=asc', 'ascending')
    await press(/Author/)
    await isSorted(/Author/, '?sort=author&order=desc', 'descending')
    await press(/Updated/)
    await isSorted(/Author/, '?sort=updated&order=desc', null)
  })
})

describe('selecting posts', () => {
  const box = (title: string) => screen.getByRole<HTMLInputElement>('checkbox', { name: `Select ${title}` })
  const all = () => screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select all posts on this page' })
  const checked = () => posts.map(({ title }) => title).filter((title) => box(title).checked)

  test('works for one, for all of the page, and with Shift for a range, by mouse and keyboard', async () => {
    const { user } = openDashboard(lists({ posts }))
    await screen.findByText('Rye')
    expect(screen.queryByRole('button', { name: 'Apply' })).toBeNull()
    await user.click(box('Crates'))
    expect(screen.getByText('1 of 4 selected')).toBeTruthy()
    expect(all().indeterminate).toBe(true)
    await user.keyboard('{Shift>}')
    await user.click(box('Winter'))
    await user.keyboard('{/Shift}')
    expect(checked()).toEqual(['Crates', 'Spring', 'Winter'])
    await user.click(all())
    expect(checked()).toHaveLength(4)
    box('Rye').focus()
    await user.keyboard(' ')
    expect(checked()).toEqual(['Crates', 'Spring', 'Winter'])
    await user.click(all())
    await user.click(all())
    expect(checked()).toEqual([])
  })

  async function choose(answers: Answers, action: string, titles: readonly string[]) {
    const dashboard = openDashboard(answers)
    await screen.findByText('Rye')
    for (const title of titles) await dashboard.user.click(box(title))
    expect(screen.getByRole('button', { name: 'Apply' }).getAttribute('aria-disabled')).toBe('true')
    await dashboard.user.selectOptions(screen.getByLabelText('Action'), action)
    await dashboard.user.click(screen.getByRole('button', { name: 'Apply' }))
    return { ...dashboard, dialog: within(await screen.findByRole('dialog')) }
  }
  const contentState = (body: ContentState): Answers => ({ 'GET /api/content-state': () => ({ body }) })
  const answer = (result: Partial<BulkResult>) => ({
    'POST /api/blog-posts/bulk': () => ({
      body: { changed: [], unchanged: [], rejected: [], restorable: false, ...result },
    }),
  })

  test('says what publishing changes for visitors, then which posts were not published and why', async () => {
    const { user, dialog, calls } = await choose(
      {
        ...lists({ posts }),
        ...answer({
          changed: [{ id: 'x', title: 'X' }],
          rejected: [{ id: 'crates', title: 'Crates', reason: 'Required to publish: Summary.' }],
        }),
      },
      'Publish…',
      ['Rye', 'Crates', 'Spring', 'Winter'],
    )
    expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      '1 post is a draft and appears on the blog.',
      '1 post is already public.',
      '1 post waits for its date.',
      '1 post has expired and stays hidden.',
    ])
    expect(calls('POST /api/blog-posts/bulk')).toEqual([])
    await user.click(dialog.getByRole('button', { name: 'Publish' }))
    const outcome = within(await screen.findByRole('dialog', { name: 'Some posts stay as they were' }))
    expect(outcome.getByRole('listitem').textContent).toBe('Crates: Required to publish: Summary.')
    expect(calls('POST /api/blog-posts/bulk')[0]?.json).toEqual({
      action: 'publish',
      ids: ['rye', 'crates', 'spring', 'winter'],
    })
    expect(calls('GET /api/blog-posts')).toHaveLength(2)
  })

  test('says that a draft with a date in the future appears at that date', async () => {
    const later = new Date(Date.now() + 24 * 60 * 60 * 1000).toISOString()
    const draft = aCard({ id: 'rye', title: 'Rye', state: 'draft', date: later })
    const { dialog } = await choose(lists({ posts: [draft] }), 'Publish…', ['Rye'])
    expect(dialog.getByRole('listitem').textContent).toBe('1 post is a draft and appears on the blog at its date.')
  })

  test('asks for the tag, of those that the posts have to remove one', async () => {
    const { user, dialog, calls } = await choose(
      { ...lists({ posts }), ...answer({ changed: [{ id: 'rye', title: 'Rye' }] }) },
      'Remove a tag…',
      ['Rye'],
    )
    const tag = dialog.getByLabelText('Tag')
    expect(document.activeElement).toBe(tag)
    expect(
      within(tag)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['Choose…', 'Milk'])
    await user.click(dialog.getByRole('button', { name: 'Remove tag' }))
    expect(calls('POST /api/blog-posts/bulk')).toEqual([])
    await user.selectOptions(tag, 'Milk')
    expect(dialog.getByText('1 post loses the tag “Milk”.')).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Remove tag' }))
    expect(await screen.findByText('1 post untagged')).toBeTruthy()
    expect(calls('POST /api/blog-posts/bulk')[0]?.json).toEqual({ action: 'untag', ids: ['rye'], tags: ['milk'] })
  })

  test('moves posts to a category, and shows why the server rejects it', async () => {
    const { user, dialog } = await choose(
      {
        ...lists({ posts }),
        'POST /api/blog-posts/bulk': () => ({
          status: 422,
          body: { message: 'No.', errors: { category: { message: 'This category does not exist.' } } },
        }),
      },
      'Change category…',
      ['Rye', 'Crates'],
    )
    await user.selectOptions(dialog.getByLabelText('Category'), 'Shipping')
    expect(dialog.getByText('2 posts move to “Shipping”.')).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Change category' }))
    expect((await dialog.findByRole('alert')).textContent).toContain('This category does not exist.')
  })

  test('deletes after a question whose safe answer has the focus, and leads to the trash', async () => {
    const inGit = { branch: 'main', commit: null, follows: null, waiting: null, left: [], apart: null }
    const { user, dialog } = await choose(
      {
        ...lists({ posts }),
        ...contentState({ git: 'ok', ...inGit }),
        ...answer({ changed: [{ id: 'rye', title: 'Rye' }], restorable: true }),
      },
      'Delete…',
      ['Rye', 'Crates'],
    )
    expect(document.activeElement?.textContent).toBe('Cancel')
    expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      '1 post disappears from the blog.',
      '1 post is deleted; visitors can’t see it.',
      'They can be restored from the trash.',
    ])
    await user.click(dialog.getByRole('button', { name: 'Delete' }))
    expect(await screen.findByText(/1 post deleted/)).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Open the trash' }).getAttribute('href')).toBe('/admin/trash')
  })

  test('offers to undo the deletion, which restores each post', async () => {
    const changed = ['rye', 'crates'].map((id) => ({ id, title: id }))
    const restored = () => ({ body: { message: 'The post was restored.' } })
    const { user, dialog, calls } = await choose(
      {
        ...lists({ posts }),
        ...answer({ changed, restorable: true }),
        'POST /api/trash/rye/restore': restored,
        'POST /api/trash/crates/restore': restored,
      },
      'Delete…',
      ['Rye', 'Crates'],
    )
    await user.click(dialog.getByRole('button', { name: 'Delete' }))
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    expect(await screen.findByText('2 posts were restored.')).toBeTruthy()
    for (const { id } of changed) expect(calls(`POST /api/trash/${id}/restore`)).toHaveLength(1)
  })

  test('says how many posts were restored before one failed', async () => {
    const changed = ['rye', 'crates'].map((id) => ({ id, title: id }))
    const { user, dialog } = await choose(
      {
        ...lists({ posts }),
        ...answer({ changed, restorable: true }),
        'POST /api/trash/rye/restore': () => ({ body: { message: 'The post was restored.' } }),
        'POST /api/trash/crates/restore': () => ({ status: 503, body: { message: 'Please try again.' } }),
      },
      'Delete…',
      ['Rye', 'Crates'],
    )
    await user.click(dialog.getByRole('button', { name: 'Delete' }))
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    const message = 'Please try again. 1 of 2 posts were restored. The others are in the trash.'
    expect(await screen.findByText(message)).toBeTruthy()
  })

  test('says that a deletion is final without git', async () => {
    const { dialog } = await choose({ ...lists({ posts }), ...contentState({ git: 'off' }) }, 'Delete…', ['Rye'])
    expect(await dialog.findByText('This is final: without git, there is no trash.')).toBeTruthy()
  })
})
