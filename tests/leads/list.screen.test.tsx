import { describe, expect, test } from 'bun:test'
import { screen, waitFor, within } from '@testing-library/react'
import { formatDateTime } from '#client/lib/dates.ts'
import { lineOf, openLeads } from './open-leads.tsx'
import { aLead, aMessage, having, listOf } from './some-leads.ts'

const old = aMessage({
  name: 'Olga',
  company: '',
  at: '2025-03-01T09:00:00.000Z',
  excerpt: 'Forty shops',
  marks: ['fast', 'honeypot'],
  state: 'contacted',
  read: true,
})

function havingTwoPages() {
  const answers = having()
  answers['GET /api/leads'] = ({ query }) => ({
    body: query.get('before') === 'page-2' ? listOf([old]) : listOf([aLead()], { next: 'page-2' }),
  })
  return answers
}

describe('the list of leads', () => {
  test('redirects to the login without a token', () => {
    const { asked } = openLeads({}, '', null)
    expect(screen.getByText('The login')).toBeTruthy()
    expect(asked).toEqual([])
  })

  test('shows name, content, time and state, with unread and suspicious leads marked in words', async () => {
    const fresh = aLead()
    const { calls } = openLeads(having(fresh, old))
    expect(screen.getAllByText('Loading leads...')).toHaveLength(1)
    const first = (await lineOf('Ada Baker')).textContent
    for (const words of [
      'Unread',
      'Baker & Sons',
      'Trial sign-up',
      'Professional',
      formatDateTime(fresh.at, 'local'),
      'New',
    ])
      expect(first).toContain(words)
    const other = await lineOf('Olga')
    expect(other.textContent).not.toContain('Unread')
    for (const words of [
      'Message',
      'Forty shops',
      'Filled in very fast',
      'Hidden field filled',
      'Mar 1, 2025, ',
      'Contacted',
    ])
      expect(other.textContent).toContain(words)
    expect(other.querySelector('time')?.dateTime).toBe(old.at)
    expect(calls('GET /api/leads')[0]?.headers.get('authorization')).toBe('Bearer a.b.c')
  })

  test('announces the number of leads, and the bar shows the unread ones on every page', async () => {
    openLeads(having(aLead(), old))
    await lineOf('Olga')
    expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain('2 leads')
    const bar = within(screen.getByRole('navigation', { name: 'Admin' }))
    expect(bar.getByRole('link', { name: 'Leads, 1 unread' }).getAttribute('aria-current')).toBe('page')
    expect(bar.getByRole('link', { name: 'Posts' }).getAttribute('aria-current')).toBeNull()
  })

  test('shows an empty state', async () => {
    openLeads(having())
    expect(await screen.findByText('No leads yet')).toBeTruthy()
  })

  test('shows a failed load and retries on request', async () => {
    const answers = having(aLead())
    const list = answers['GET /api/leads']
    answers['GET /api/leads'] = () => ({ status: 503, body: { message: 'The disk is gone.' } })
    const { user } = openLeads(answers)
    expect((await screen.findByRole('alert')).textContent).toContain('The disk is gone.')
    if (list) answers['GET /api/leads'] = list
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await lineOf('Ada Baker')
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('loads older leads below the others on request and moves the focus to them', async () => {
    const answers = havingTwoPages()
    const { user } = openLeads(answers)
    await user.click(await screen.findByRole('button', { name: 'Show older' }))
    await lineOf('Olga')
    await lineOf('Ada Baker')
    expect(screen.queryByRole('button', { name: 'Show older' })).toBeNull()
    expect(document.activeElement?.textContent).toBe('Olga')
  })

  test('keeps the list and shows the reason when older leads fail to load', async () => {
    const answers = having()
    answers['GET /api/leads'] = ({ query }) =>
      query.has('before')
        ? { status: 503, body: { message: 'Not now.' } }
        : { body: listOf([aLead()], { next: 'page-2' }) }
    const { user } = openLeads(answers)
    await user.click(await screen.findByRole('button', { name: 'Show older' }))
    expect((await screen.findByRole('alert')).textContent).toContain('Not now.')
    await lineOf('Ada Baker')
  })

  test('keeps all loaded pages and shows the reason when Refresh fails, and not when the filters changed', async () => {
    const answers = havingTwoPages()
    const { user } = openLeads(answers)
    await user.click(await screen.findByRole('button', { name: 'Show older' }))
    await lineOf('Olga')
    answers['GET /api/leads'] = () => ({ status: 503, body: { message: 'Not now.' } })
    await user.click(screen.getByRole('button', { name: 'Refresh' }))
    expect((await screen.findByRole('alert')).textContent).toContain('Not now.')
    await lineOf('Ada Baker')
    await lineOf('Olga')
    // These would not be the leads that the filters ask for.
    await user.selectOptions(screen.getByLabelText('State'), 'new')
    await waitFor(() => expect(screen.queryByText('Olga')).toBeNull())
    expect(screen.getByRole('alert').textContent).toContain('Not now.')
  })

  test('shows new leads on Refresh', async () => {
    const answers = having(old)
    const { user } = openLeads(answers)
    await lineOf('Olga')
    answers['GET /api/leads'] = () => ({ body: listOf([aLead(), old]) })
    await user.click(screen.getByRole('button', { name: 'Refresh' }))
    await lineOf('Ada Baker')
  })
})

describe('exporting leads in the dashboard', () => {
  test('sends the filters and the token, and reports success', async () => {
    const answers = having(aLead())
    answers['GET /api/leads.csv'] = () => ({ body: 'Id,Name' })
    const { user, calls } = openLeads(answers, '?plan=2')
    await user.click(await screen.findByRole('button', { name: 'Export CSV' }))
    expect(await screen.findByText(/^leads-\d{4}-\d\d-\d\d\.csv is downloaded$/)).toBeTruthy()
    const [asked] = calls('GET /api/leads.csv')
    expect(asked?.query.toString()).toBe('plan=2')
    expect(asked?.headers.get('authorization')).toBe('Bearer a.b.c')
  })

  test('reports a failure', async () => {
    const { user } = openLeads(having(aLead()))
    await user.click(await screen.findByRole('button', { name: 'Export CSV' }))
    await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('The export failed.'))
  })
})
