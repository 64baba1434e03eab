import { describe, expect, test } from 'bun:test'
import { screen, waitFor, within } from '@testing-library/react'
import { formatShortDate } from '#client/lib/dates.ts'
import { lineOf, openLeads } from './open-leads.tsx'
import { aLead, aMessage, having, wholeOf } from './some-leads.ts'

const ada = aLead()
const tom = aMessage({ read: true, marks: ['fast'] })
const events = (lead: { id: string }) => `POST /api/leads/${lead.id}/events`

async function openAda(answers = having(ada, tom)) {
  const leads = openLeads(answers)
  await leads.user.click(await screen.findByRole('link', { name: 'Ada Baker' }))
  const dialog = await screen.findByRole('dialog', { name: 'Ada Baker' })
  await within(dialog).findByText('203.0.113.0/24')
  return { ...leads, dialog, inside: within(dialog) }
}

describe('the lead dialog', () => {
  test('opens over the list with all fields, and links to reply', async () => {
    const { inside, address } = await openAda()
    expect(address()).toBe(`?lead=${ada.id}`)
    expect(inside.getByRole('link', { name: 'ada@baker.example' }).getAttribute('href')).toBe(
      'mailto:ada@baker.example',
    )
    expect(inside.getByRole('link', { name: /555/ }).getAttribute('href')).toBe('tel:5551234567;ext=12')
  })

  test('keeps the line breaks of a message and explains a mark', async () => {
    const message = 'Hello,\n\nplease call.\n'
    const answers = { ...having(tom), [`GET /api/leads/${tom.id}`]: () => ({ body: wholeOf(tom, { message }) }) }
    openLeads(answers, `?lead=${tom.id}`)
    expect((await screen.findByText(/please call/)).textContent).toBe(message)
    expect(screen.getByRole('dialog').textContent).toContain('less than 4 seconds')
  })

  test('marks the lead as read once, and updates list and bar at once', async () => {
    const { calls } = await openAda()
    await waitFor(async () => expect((await lineOf('Ada Baker')).textContent).not.toContain('Unread'))
    expect(calls(events(ada)).map(({ json }) => json)).toEqual([{ read: true }])
    expect(screen.getByRole('navigation', { name: 'Admin' }).textContent).toBe(
      'PostsPagesMediaTrashLeadsAudit logSiteAccount',
    )
  })

  test('does not mark a lead again that was read', async () => {
    const { calls } = openLeads(having(tom), `?lead=${tom.id}`)
    await screen.findByText('203.0.113.0/24')
    expect(calls(events(tom))).toEqual([])
  })

  test('closes to the same list with the focus on its line', async () => {
    const { user, inside, address } = await openAda()
    await user.click(inside.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(address()).toBe(''))
    expect(screen.queryByText('Elsewhere')).toBeNull()
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('moves along the list with Next and Previous and shows the position', async () => {
    const { user, inside } = await openAda()
    expect(inside.getByRole('button', { name: 'Previous' }).getAttribute('aria-disabled')).toBe('true')
    await user.click(inside.getByRole('button', { name: 'Next' }))
    const other = await screen.findByRole('dialog', { name: 'Tom' })
    expect(other.textContent).toContain('2 of 2')
    await user.click(within(other).getByRole('button', { name: 'Previous' }))
    expect(await screen.findByRole('dialog', { name: 'Ada Baker' })).toBeTruthy()
  })

  test('shows a failed load with a retry', async () => {
    const { [`GET /api/leads/${tom.id}`]: whole, ...answers } = having(tom)
    const { user } = openLeads(answers, `?lead=${tom.id}`)
    expect((await screen.findByRole('alert')).textContent).toContain('We could not reach the server.')
    if (whole) answers[`GET /api/leads/${tom.id}`] = whole
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('203.0.113.0/24')).toBeTruthy()
  })
})

describe('the state of a lead', () => {
  test('is saved with one press, announced, and shown in history and list', async () => {
    const answers = having(ada, tom)
    const saved = wholeOf(ada, { state: 'contacted', events: [{ at: new Date().toISOString(), state: 'contacted' }] })
    answers[events(ada)] = () => ({ body: saved })
    const { user, inside, calls } = await openAda(answers)
    await user.click(inside.getByRole('button', { name: 'Contacted' }))
    expect(await inside.findByText('Saved: Contacted')).toBeTruthy()
    expect(inside.getByRole('button', { name: 'Contacted' }).getAttribute('aria-pressed')).toBe('true')
    expect(inside.getByRole('list', { name: 'History' }).textContent).toContain(
      `Contacted: ${formatShortDate(new Date(), 'local')}, `,
    )
    expect(calls(events(ada)).map(({ json }) => json)).toEqual([{ read: true }, { state: 'contacted' }])
    expect((await lineOf('Ada Baker')).textContent).toContain('Contacted')
  })

  test('stays the same after a failed save, with the reason', async () => {
    const answers = having(ada)
    answers[events(ada)] = () => ({ status: 503, body: { message: 'The disk is full.' } })
    const { user, inside } = await openAda(answers)
    await user.click(inside.getByRole('button', { name: 'Closed' }))
    expect((await inside.findByRole('alert')).textContent).toContain('The state was not saved. The disk is full.')
    expect(inside.getByRole('button', { name: 'New' }).getAttribute('aria-pressed')).toBe('true')
  })

  test('is not sent when it is already set', async () => {
    const { user, inside, calls } = await openAda()
    await user.click(inside.getByRole('button', { name: 'New' }))
    expect(calls(events(ada)).map(({ json }) => json)).toEqual([{ read: true }])
  })
})

describe('erasing a lead in the dashboard', () => {
  test('asks first and says what is erased, what stays, and that it is final', async () => {
    const { user, inside, asked } = await openAda()
    await user.click(inside.getByRole('button', { name: 'Erase this lead' }))
    const question = await screen.findByRole('dialog', { name: 'Erase this lead?' })
    for (const words of ['Ada Baker', 'backups', 'nothing personal', 'cannot be undone'])
      expect(question.textContent).toContain(words)
    await user.click(within(question).getByRole('button', { name: 'Keep' }))
    expect(asked.some(({ call }) => call.startsWith('DELETE'))).toBe(false)
  })

  test('removes it from the list and moves the focus there', async () => {
    const answers = having(ada, tom)
    answers[`DELETE /api/leads/${ada.id}`] = () => ({ body: { message: 'Erased.' } })
    const { user, inside, address } = await openAda(answers)
    await user.click(inside.getByRole('button', { name: 'Erase this lead' }))
    await user.click(await screen.findByRole('button', { name: 'Erase personal data' }))
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Ada Baker' })).toBeNull())
    expect(screen.getByText('Erased')).toBeTruthy()
    await waitFor(() => expect(address()).toBe(''))
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('List of leads'))
  })

  test('shows a failure and keeps the lead', async () => {
    const answers = having(ada, tom)
    answers[`DELETE /api/leads/${ada.id}`] = () => ({ status: 503, body: { message: 'Not now.' } })
    const { user, inside } = await openAda(answers)
    await user.click(inside.getByRole('button', { name: 'Erase this lead' }))
    await user.click(await screen.findByRole('button', { name: 'Erase personal data' }))
    expect((await inside.findByRole('alert')).textContent).toContain('It was not erased. Not now.')
    await lineOf('Ada Baker')
  })
})
