import { beforeAll, describe, expect, test } from 'bun:test'
import { fireEvent, screen, within } from '@testing-library/react'
import { type Answers, lists } from '#tests/admin/answers.ts'
import { openDashboard } from '#tests/admin/open-dashboard.tsx'

beforeAll(() => import('#client/admin/time-machine/time-machine-dialog.tsx'), 20_000)

const commit = 'a'.repeat(40)
const at = '2026-11-20T23:30:00.000Z'
const link = { path: '/time-machine/a.b.c/', until: at, commit, at, rejected: 2 }
const history = { kept: true, commits: [{ commit, at, author: 'Ann', subject: 'post: update "A bake"' }] }

async function open(answers: Answers = {}) {
  const dashboard = openDashboard({
    ...lists(),
    'GET /api/time-machine': () => ({ body: history }),
    'POST /api/time-machine': () => ({ status: 201, body: link }),
    ...answers,
  })
  await dashboard.user.click(await screen.findByRole('button', { name: 'Time machine' }))
  return { ...dashboard, dialog: within(await screen.findByRole('dialog', { name: 'Time machine' })) }
}

describe('the time machine in the dashboard', () => {
  test('creates a link to a commit, which opens in a new tab', async () => {
    const { dialog, user, calls } = await open()
    await user.selectOptions(await dialog.findByLabelText('Moment'), dialog.getByRole('option', { name: /A bake/ }))
    await user.click(dialog.getByRole('button', { name: 'Create link' }))
    const opened = await dialog.findByRole('link', { name: /^Open the site as of Nov 2\d, 2026/ })
    expect(opened.getAttribute('href')).toBe('http://localhost/time-machine/a.b.c/')
    expect(opened.getAttribute('target')).toBe('_blank')
    expect(dialog.getByText(/2 files are left out/)).toBeTruthy()
    expect(calls('POST /api/time-machine')[0]?.json).toEqual({ commit })
  })

  test('creates a link to a date in the reader’s time zone', async () => {
    const { dialog, user, calls } = await open()
    fireEvent.change(await dialog.findByLabelText('Date and time'), { target: { value: '2026-05-01T10:00' } })
    await user.click(dialog.getByRole('button', { name: 'Create link' }))
    await dialog.findByRole('link')
    const expected = new Date('2026-05-01T10:00').toISOString()
    expect(calls('POST /api/time-machine')[0]?.json).toEqual({ at: expected })
  })

  test('says that there is nothing from before the first commit', async () => {
    const none = { status: 404, body: { message: 'There is no content from before that time.' } }
    const { dialog, user } = await open({ 'POST /api/time-machine': () => none })
    fireEvent.change(await dialog.findByLabelText('Date and time'), { target: { value: '1999-01-01T10:00' } })
    await user.click(dialog.getByRole('button', { name: 'Create link' }))
    expect((await dialog.findByRole('alert')).textContent).toContain('no content from before that time')
  })

  test('says why there is none without git, and offers nothing', async () => {
    const { dialog } = await open({
      'GET /api/time-machine': () => ({ body: { kept: false, reason: 'No git here.' } }),
    })
    expect(await dialog.findByText('No git here.')).toBeTruthy()
    expect(dialog.queryByRole('button', { name: 'Create link' })).toBeNull()
  })
})
