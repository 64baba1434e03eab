import { expect, test } from 'bun:test'
import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import PagesPage from '#client/admin/pages/pages-page.tsx'
import { ADMIN_TOKEN_KEY } from '#client/api/session-keys.ts'
import { adminPaths } from '#contract/admin-paths.ts'
import type { FormLeaf, PageFile } from '#contract/page-files.ts'
import { type Answers, answering } from '#tests/admin/answers.ts'
import { FramedRoutes } from '#tests/admin/framed-routes.tsx'

const aField = (path: string, label: string, changes: Partial<FormLeaf> = {}): FormLeaf => ({
  path,
  label,
  help: null,
  required: true,
  kind: 'text',
  max: 40,
  options: [],
  shipped: null,
  ...changes,
})
const values = { phone: '1', hours: '8 to 5', setup: ['One', 'Two'] }
const aFile = (): PageFile => ({
  file: 'site.yml',
  title: 'Contact',
  paths: ['/contact-us'],
  isValid: true,
  isStored: true,
  help: null,
  sections: [
    {
      title: 'Contact and hours',
      help: null,
      fields: [
        aField('phone', 'Phone'),
        aField('hours', 'Hours', { required: false, shipped: 'Always' }),
        {
          kind: 'list',
          path: 'setup',
          label: 'Steps',
          help: null,
          required: true,
          min: 2,
          max: 3,
          names: [],
          fields: [aField('', 'Step')],
          shipped: null,
        },
      ],
    },
  ],
  values,
  others: [{ key: 'slug', text: 'palletry' }],
})
const SAVE = 'PUT /api/page-files/file'

async function openForm(answers: Answers = {}) {
  const server = answering({
    'GET /api/leads': () => ({ body: { leads: [], next: null, unread: 0 } }),
    'GET /api/page-files/file': () => ({ body: aFile() }),
    ...answers,
  })
  localStorage.setItem(ADMIN_TOKEN_KEY, 'a.b.c')
  render(
    <MemoryRouter initialEntries={[`${adminPaths.pagesPage}?file=site.yml`]}>
      <FramedRoutes pages={{ [adminPaths.pagesPage]: <PagesPage /> }} />
    </MemoryRouter>,
  )
  await screen.findByRole('textbox', { name: 'Phone' })
  const type = async (name: string | RegExp, text: string) => {
    await user.clear(screen.getByRole('textbox', { name }))
    await user.type(screen.getByRole('textbox', { name }), text)
  }
  const user = userEvent.setup()
  const save = () => user.click(screen.getByRole('button', { name: 'Save' }))
  const sent = () => server.asked.filter(({ call }) => call === SAVE).map(({ json }) => json)
  return { ...server, user, type, save, sent }
}
const stored = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name }).value

test('shows the keys that have no field, what is shipped, and what is optional', async () => {
  await openForm()
  expect(screen.getByRole('group', { name: 'Steps: 2.' })).toBeTruthy()
  expect(screen.getByText('As shipped: “Always”')).toBeTruthy()
  expect(screen.getByText('slug').closest('div')?.textContent).toBe('slugpalletry')
  expect(screen.getByRole('textbox', { name: 'Hours (optional)' })).toBeTruthy()
})

test('compares a field that others have changed, too, takes their value or keeps its own, and saves on top of theirs', async () => {
  const theirs = { ...values, phone: '3', hours: 'Never' }
  let isStale = true
  const { type, save, sent, user } = await openForm({
    [SAVE]: () =>
      isStale
        ? {
            status: 409,
            body: { message: 'Others have changed the same fields.', conflicts: ['phone'], values: theirs },
          }
        : { body: { values: { ...theirs, phone: '3' }, merged: [] } },
  })
  await type('Phone', '2')
  await save()
  const note = await screen.findByRole('note')
  expect(note.textContent).toContain('3')
  // What only they have changed is theirs.
  expect([stored('Phone'), stored('Hours (optional)')]).toEqual(['2', 'Never'])
  await user.click(within(note).getByRole('button', { name: 'Use the stored value of Phone' }))
  expect(stored('Phone')).toBe('3')
  await type('Hours (optional)', 'Always')
  isStale = false
  await save()
  await screen.findByText(/Saved\. The change is live\./)
  expect(sent().at(-1)).toMatchObject({ base: theirs, values: { ...theirs, phone: '3', hours: 'Always' } })
})

test('adds, moves and removes entries of a list, with the focus where the change was', async () => {
  const { user, save, sent } = await openForm({ [SAVE]: () => ({ body: { values, merged: [] } }) })
  await user.click(screen.getByRole('button', { name: 'Add an entry to Steps' }))
  const third = within(screen.getByRole('group', { name: 'Steps: 3.' })).getByRole('textbox')
  await waitFor(() => expect(document.activeElement).toBe(third))
  await user.type(third, 'Three')
  expect(screen.queryByRole('button', { name: 'Add an entry to Steps' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Move Steps 3. up' }))
  await user.click(screen.getByRole('button', { name: 'Remove Steps 1.' }))
  await save()
  await screen.findByText(/Saved\./)
  expect(sent()).toMatchObject([{ values: { setup: ['Three', 'Two'] } }])
})

test('puts the errors of the server at their fields, with the focus on the first one', async () => {
  const errors = {
    phone: { message: 'This is required.' },
    'setup.1': { message: 'Must be at most 40 characters long.' },
  }
  const { type, save } = await openForm({ [SAVE]: () => ({ status: 422, body: { message: 'Please check.', errors } }) })
  await type('Phone', 'x')
  await save()
  expect((await screen.findByRole('alert')).textContent).toContain('Nothing was saved.')
  const phone = screen.getByRole('textbox', { name: 'Phone' })
  await waitFor(() => expect(document.activeElement).toBe(phone))
  expect(phone.getAttribute('aria-invalid')).toBe('true')
  expect(
    within(screen.getByRole('group', { name: 'Steps: 2.' })).getByText('Must be at most 40 characters long.'),
  ).toBeTruthy()
})

test('undoes a save, and keeps what was typed since', async () => {
  const { type, save, sent, user } = await openForm({
    [SAVE]: () => ({ body: { values: sent().length === 1 ? { ...values, phone: '2' } : values, merged: [] } }),
  })
  await type('Phone', '2')
  await save()
  const undo = await screen.findByRole('button', { name: 'Undo' })
  await type('Hours (optional)', 'Later')
  await user.click(undo)
  await screen.findByText(/Undone\./)
  expect(sent().at(-1)).toMatchObject({ base: { phone: '2' }, values })
  expect([stored('Phone'), stored('Hours (optional)')]).toEqual(['1', 'Later'])
})

test('says so when there is nothing to save', async () => {
  const { save, sent } = await openForm()
  await save()
  expect((await screen.findByRole('alert')).textContent).toContain('There is nothing to save')
  expect(sent()).toEqual([])
})
