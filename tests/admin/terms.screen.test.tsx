import { describe, expect, test } from 'bun:test'
import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter, Route } from 'react-router-dom'
import TermPage from '#client/admin/terms/term-page.tsx'
import TermsPage from '#client/admin/terms/terms-page.tsx'
import { ADMIN_TOKEN_KEY } from '#client/api/session-keys.ts'
import { adminPaths } from '#contract/admin-paths.ts'
import { pagePaths } from '#contract/paths.ts'
import type { AllTerms } from '#contract/terms.ts'
import { type Answers, answering } from './answers.ts'
import { FramedRoutes } from './framed-routes.tsx'

const term = (id: string, name: string, posts: number, more = {}) => ({ id, name, posts, description: null, ...more })
const all: AllTerms = {
  categories: [term('production', 'Production', 3), term('shipping', 'Shipping', 0)],
  tags: [
    term('butter', 'Butter', 1, { unfiled: true }),
    term('dairy', 'Dairy', 1, { description: 'All of it.' }),
    term('milk', 'Milk', 2),
  ],
}

function openTerms(url: string, answers: Answers = {}) {
  let terms = all
  const server = answering({ 'GET /api/terms': () => ({ body: terms }), ...answers })
  localStorage.setItem(ADMIN_TOKEN_KEY, 'a.b.c')
  render(
    <MemoryRouter initialEntries={[url]}>
      <FramedRoutes
        pages={{
          [adminPaths.termsPage]: <TermsPage />,
          [adminPaths.termPage.pattern]: <TermPage />,
        }}
      >
        <Route path="*" element={null} />
      </FramedRoutes>
    </MemoryRouter>,
  )
  return {
    user: userEvent.setup(),
    ...server,
    become(next: AllTerms) {
      terms = next
    },
  }
}
const field = (name: string | RegExp) => screen.getByRole<HTMLInputElement>('textbox', { name })

test('the page of all terms leads to each of them and to its posts', async () => {
  openTerms(adminPaths.termsPage)
  const tags = within(await screen.findByRole('region', { name: 'Tags' }))
  expect(tags.getByRole('link', { name: 'Milk' }).getAttribute('href')).toBe('/admin/terms/tags/milk')
  const posts = tags.getByRole('link', { name: '2 posts with Milk' })
  expect(posts.getAttribute('href')).toBe(`${pagePaths.adminBlog}?tag=milk`)
  expect(tags.getByText('All of it.')).toBeTruthy()
  expect(tags.getByText('Used, no file yet')).toBeTruthy()
  const categories = within(screen.getByRole('region', { name: 'Categories' }))
  expect(categories.getByRole('link', { name: '3 posts with Production' }).getAttribute('href')).toBe(
    `${pagePaths.adminBlog}?category=production`,
  )
})

describe('the page of a term', () => {
  test('changes name, address and description in one request, and goes on at the new address', async () => {
    const renamed = { id: 'fresh-milk', name: 'Fresh milk' }
    const { user, calls, become } = openTerms('/admin/terms/tags/milk', {
      'POST /api/tags/milk': () => {
        become({ ...all, tags: [term('fresh-milk', 'Fresh milk', 2)] })
        return { body: renamed }
      },
    })
    await screen.findByRole('heading', { name: 'Milk' })
    await user.clear(field('Name'))
    await user.type(field('Name'), 'Fresh milk')
    await user.clear(field('Address'))
    await user.type(field('Address'), 'fresh-milk')
    expect(screen.getByText(/Links to the old address keep working/)).toBeTruthy()
    await user.type(field(/Description/), 'From the farm.')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Tag saved')).toBeTruthy()
    expect(calls('POST /api/tags/milk')[0]?.json).toEqual({
      ...{ name: 'Fresh milk', address: 'fresh-milk' },
      description: 'From the farm.',
    })
    expect(await screen.findByRole('heading', { name: 'Fresh milk' })).toBeTruthy()
  })

  test('offers the merge for a name that another term has', async () => {
    const message = 'There is a tag of this name already.'
    const { user } = openTerms('/admin/terms/tags/milk', {
      'POST /api/tags/milk': () => ({ status: 422, body: { message: 'No.', errors: { name: { message } } } }),
    })
    await screen.findByRole('heading', { name: 'Milk' })
    await user.clear(field('Name'))
    await user.type(field('Name'), 'dairy{Enter}')
    expect((await screen.findByRole('alert')).textContent).toContain(message)
    await user.click(screen.getByRole('button', { name: 'Merge into “Dairy” …' }))
    const into = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Merge this tag into' })
    expect([into.value, document.activeElement]).toEqual(['dairy', into])
  })

  test('merges after a question, and again after naming the posts that somebody has open', async () => {
    const edited = { message: 'One of its posts is being edited.', posts: [{ id: 'one', title: 'One', by: ['Ann'] }] }
    const { user, calls, become } = openTerms('/admin/terms/tags/milk', {
      'POST /api/tags/milk/merge': ({ json }) => {
        if (Object(json).despite.length === 0) return { status: 409, body: edited }
        become({ ...all, tags: [term('dairy', 'Dairy', 3)] })
        return { body: { message: '“Milk” is merged into “Dairy”. 2 posts were changed.' } }
      },
    })
    await screen.findByRole('heading', { name: 'Milk' })
    const select = screen.getByRole('combobox', { name: 'Merge this tag into' })
    expect(within(select).queryByRole('option', { name: 'Butter' })).toBeNull()
    await user.selectOptions(select, 'Dairy')
    await user.click(screen.getByRole('button', { name: 'Merge …' }))
    const question = within(screen.getByRole('dialog', { name: 'Merge “Milk” into “Dairy”?' }))
    expect(question.getByText(/2 posts with “Milk” will have “Dairy” instead/)).toBeTruthy()
    await user.click(question.getByRole('button', { name: 'Merge' }))
    expect(await screen.findByText('“One”: Ann')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Merge all the same …' }))
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Merge' }))
    expect(await screen.findByText('“Milk” is merged into “Dairy”. 2 posts were changed.')).toBeTruthy()
    expect(calls('POST /api/tags/milk/merge').map(({ json }) => json)).toEqual([
      { into: 'dairy', despite: [] },
      { into: 'dairy', despite: ['one'] },
    ])
    expect(await screen.findByRole('heading', { name: 'Dairy' })).toBeTruthy()
  })

  test('deletes as the question says, and says why a category stays', async () => {
    const message = 'This category cannot be deleted: 3 posts use it.'
    const { user } = openTerms('/admin/terms/categories/production', {
      'DELETE /api/categories/production': () => ({ status: 409, body: { message } }),
    })
    await user.click(await screen.findByRole('button', { name: 'Delete this category …' }))
    const question = within(screen.getByRole('dialog', { name: 'Delete this category?' }))
    expect(question.getByText(/will be deleted if no post uses it/)).toBeTruthy()
    await user.click(question.getByRole('button', { name: 'Delete' }))
    expect(await screen.findByText(message)).toBeTruthy()
  })

  test('of a tag without a file offers to make one, and one that is gone says so', async () => {
    const { user, calls } = openTerms('/admin/terms/tags/butter', {
      'POST /api/tags': () => ({
        status: 201,
        body: { created: [{ id: 'butter', name: 'Butter' }], message: 'Added.' },
      }),
    })
    await user.click(await screen.findByRole('button', { name: 'Create file' }))
    expect(calls('POST /api/tags')[0]?.json).toEqual({ name: ['Butter'] })
    expect(screen.queryByRole('textbox', { name: 'Name' })).toBeNull()
  })
})
