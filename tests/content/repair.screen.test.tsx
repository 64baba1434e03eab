import { expect, test } from 'bun:test'
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import RepairPage from '#client/admin/repair/repair-page.tsx'
import { ADMIN_TOKEN_KEY, SESSION_ENDED_KEY } from '#client/api/session-keys.ts'
import { adminPaths } from '#contract/admin-paths.ts'
import type { ContentFile, ContentProblem } from '#contract/content.ts'
import { type Answers, answering, lists } from '#tests/admin/answers.ts'
import { FramedRoutes } from '#tests/admin/framed-routes.tsx'
import { openDashboard } from '#tests/admin/open-dashboard.tsx'
import { inSourceEditor } from '#tests/writing/open-source-editor.tsx'

const aProblem = (changes: Partial<ContentProblem> = {}): ContentProblem => ({
  file: 'posts/x.md',
  line: 3,
  column: 7,
  reason: 'date: "soon" is not a date',
  severity: 'error',
  shown: 'last-good',
  ...changes,
})
const TEXT = '---\ntitle: X\ndate: soon\n---\nText.\n'
const aFile = (): ContentFile => ({ file: 'posts/x.md', text: TEXT, revision: 'r1', problems: [aProblem()] })
const SAVE = 'PUT /api/content-file'

async function openRepair(answers: Answers = {}) {
  const server = answering({
    'GET /api/leads': () => ({ body: { leads: [], next: null, unread: 0 } }),
    'GET /api/content-file': () => ({ body: aFile() }),
    ...answers,
  })
  localStorage.setItem(ADMIN_TOKEN_KEY, 'a.b.c')
  const { container } = render(
    <MemoryRouter initialEntries={[`${adminPaths.repairPage}?file=posts/x.md`]}>
      <FramedRoutes pages={{ [adminPaths.repairPage]: <RepairPage /> }} />
    </MemoryRouter>,
  )
  const found = (selector: string) => inSourceEditor(container, selector)
  const marked = (words: string) => waitFor(() => expect(found('.cm-problem-error')?.textContent).toBe(words))
  await waitFor(() => expect(found('.cm-problem-error, .cm-problem-warning')).toBeTruthy())
  return { ...server, found, marked, user: userEvent.setup() }
}
const save = () => screen.getByRole('button', { name: 'Save file' })

test('shows the text of an invalid file with its problem marked, and what visitors see meanwhile', async () => {
  const { found, asked } = await openRepair()
  expect(asked.find(({ call }) => call === 'GET /api/content-file')?.query.get('file')).toBe('posts/x.md')
  expect(found('[role=textbox]')?.getAttribute('aria-label')).toBe('Text of posts/x.md')
  expect(within(screen.getByRole('list', { name: 'Problems' })).getByRole('listitem').textContent).toBe(
    'Line 3date: "soon" is not a date',
  )
  expect(document.body.textContent).toContain('is invalid: visitors see its last good version.')
})

test('saves the text with its revision, and says that the site shows it', async () => {
  const { calls, user } = await openRepair({ [SAVE]: () => ({ body: { message: 'The file was repaired.' } }) })
  await user.click(save())
  expect((await screen.findByRole('alert')).textContent).toContain('posts/x.md is repaired.')
  expect(document.activeElement).toBe(screen.getByRole('alert'))
  expect(calls(SAVE)[0]?.json).toEqual({ file: 'posts/x.md', text: TEXT, revision: 'r1' })
})

test('marks what is still invalid, and stays', async () => {
  const remaining = aProblem({ line: 2, column: 1, reason: 'title: is missing' })
  const { marked } = await openRepair({
    [SAVE]: () => ({ status: 422, body: { message: 'posts/x.md:2:1 title: is missing', problems: [remaining] } }),
  })
  fireEvent.keyDown(window, { key: 's', ctrlKey: true })
  expect((await screen.findByRole('alert')).textContent).toContain('Nothing was saved: line 2 is still invalid.')
  await marked('title:')
  expect(screen.getByRole('button', { name: 'Line 2' })).toBeTruthy()
})

test('offers to open the file again if another program has changed it', async () => {
  const { user, calls } = await openRepair({
    [SAVE]: () => ({ status: 409, body: { message: 'This file was changed meanwhile.' } }),
  })
  await user.click(save())
  expect((await screen.findByRole('alert')).textContent).toContain('This file was changed meanwhile.')
  await user.click(screen.getByRole('button', { name: 'Open the file again' }))
  await waitFor(() => expect(calls('GET /api/content-file').length).toBe(2))
})

test('asks for the login in place only while text would be lost', async () => {
  let isEnded = true
  const { user, found } = await openRepair({
    [SAVE]: () => (isEnded ? { status: 401, body: {} } : { body: { message: 'The file was repaired.' } }),
  })
  const left = () => sessionStorage.getItem(SESSION_ENDED_KEY) !== null
  // Moves the line up.
  fireEvent.keyDown(found('[role=textbox]') as Element, { key: 'ArrowUp', altKey: true })
  await user.click(save())
  expect(await screen.findByRole('dialog', { name: 'Your session has ended' })).toBeTruthy()
  expect(left()).toBe(false)
  isEnded = false
})

test('leads to the home page when the session ends and nothing is changed', async () => {
  const { user } = await openRepair({ [SAVE]: () => ({ status: 401, body: {} }) })
  await user.click(save())
  await waitFor(() => expect(sessionStorage.getItem(SESSION_ENDED_KEY)).not.toBeNull())
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('repairs a line that only lenient parsers read, after it has shown the difference', async () => {
  const text = '---\ntitle: "Bread\nand butter"\ndate: 2024-05-06\n---\nText.\n'
  const repaired = text.replace('and butter', '  and butter')
  const warning = aProblem({ line: 3, column: 1, reason: 'no strict YAML', severity: 'warning', shown: 'as-it-is' })
  const { calls, user } = await openRepair({
    'GET /api/content-file': () => ({
      body: { ...aFile(), text, problems: [warning], repaired: { line: 3, text: repaired } },
    }),
    [SAVE]: () => ({ body: { message: 'The file was repaired.' } }),
  })
  await user.click(screen.getByRole('button', { name: 'Repair this line' }))
  const dialog = await screen.findByRole('dialog', { name: 'Repair this line' })
  expect(dialog.querySelector('pre del')?.textContent).toBe('and butter"')
  expect(dialog.querySelector('pre ins')?.textContent).toBe('  and butter"')
  await user.click(within(dialog).getByRole('button', { name: 'Repair and save' }))
  expect((await screen.findByRole('alert')).textContent).toContain('posts/x.md is repaired.')
  expect(calls(SAVE)[0]?.json).toEqual({ file: 'posts/x.md', text: repaired, revision: 'r1' })
})

test('the dashboard links to the repair of each text file once', async () => {
  const image = aProblem({ file: 'posts/x/a.png' })
  openDashboard(lists({ problems: [aProblem(), aProblem({ line: 9 }), aProblem({ file: 'site.yml' }), image] }))
  const panel = await screen.findByRole('region', { name: 'Problems in content files' })
  const links = within(panel).getAllByRole('link')
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Repair posts/x.md', '/admin/repair?file=posts%2Fx.md'],
    ['Repair site.yml', '/admin/repair?file=site.yml'],
  ])
})
