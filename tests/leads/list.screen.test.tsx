import { describe, expect, test } from 'bun:test'
import { screen, waitFor, within } from '@testing-library/react'
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

describe('the list of leads', () => {
  test('without a token it leads to the login (decision 30)', () => {
    const { asked } = openLeads({}, '', null)
    expect(screen.getByText('The login')).toBeTruthy()
    expect(asked).toEqual([])
  })

  test('says who, what, when, and how far one is with it; what is unread and what is odd is said in words', async () => {
    const { calls } = openLeads(having(aLead(), old))
    expect(screen.getAllByText('Loading leads...')).toHaveLength(1)
    const fresh = (await lineOf('Ada Baker')).textContent
    for (const words of ['Unread', 'Baker & Sons', 'Trial sign-up', 'Professional', 'Today,', 'New'])
      expect(fresh).toContain(words)
    const other = await lineOf('Olga')
    expect(other.textContent).not.toContain('Unread')
    for (const words of [
      'Message',
      'Forty shops',
      'Filled in very fast',
      'Hidden field filled',
      'Mar 1, 2025',
      'Contacted',
    ])
      expect(other.textContent).toContain(words)
    expect(other.querySelector('time')?.dateTime).toBe(old.at)
    expect(calls('GET /api/leads')[0]?.headers.get('authorization')).toBe('Bearer a.b.c')
  })

  test('how many there are is announced, and the bar counts the unread ones for everybody', async () => {
    openLeads(having(aLead(), old))
    await lineOf('Olga')
    expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain('2 leads')
    const bar = within(screen.getByRole('navigation', { name: 'Admin' }))
    expect(bar.getByRole('link', { name: 'Leads, 1 unread' }).getAttribute('aria-current')).toBe('page')
    expect(bar.getByRole('link', { name: 'Blog' }).getAttribute('aria-current')).toBeNull()
  })

  test('says so where there is nothing yet', async () => {
    openLeads(having())
    expect(await screen.findByText('No leads yet')).toBeTruthy()
  })

  test('a failed load is shown, and tried again on demand', async () => {
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

  test('older ones come on demand, below the others, and the focus goes on to them', async () => {
    const answers = having()
    answers['GET /api/leads'] = ({ query }) => ({
      body: query.get('before') === 'page-2' ? listOf([old]) : listOf([aLead()], { next: 'page-2' }),
    })
    const { user } = openLeads(answers)
    await user.click(await screen.findByRole('button', { name: 'Show older' }))
    await lineOf('Olga')
    await lineOf('Ada Baker')
    expect(screen.queryByRole('button', { name: 'Show older' })).toBeNull()
    expect(document.activeElement?.textContent).toBe('Olga')
  })

  test('where older ones do not come, the others stay, and it says why', async () => {
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

  test('Refresh shows what has come in since', async () => {
    const answers = having(old)
    const { user } = openLeads(answers)
    await lineOf('Olga')
    answers['GET /api/leads'] = () => ({ body: listOf([aLead(), old]) })
    await user.click(screen.getByRole('button', { name: 'Refresh' }))
    await lineOf('Ada Baker')
  })
})

describe('exporting', () => {
  test('exports what the filters leave, with the token, and says so', async () => {
    const answers = having(aLead())
    answers['GET /api/leads.csv'] = () => ({ body: 'Id,Name' })
    const { user, calls } = openLeads(answers, '?plan=2')
    await user.click(await screen.findByRole('button', { name: 'Export CSV' }))
    expect(await screen.findByText(/^leads-\d{4}-\d\d-\d\d\.csv is downloaded$/)).toBeTruthy()
    const [asked] = calls('GET /api/leads.csv')
    expect(asked?.query.toString()).toBe('plan=2')
    expect(asked?.headers.get('authorization')).toBe('Bearer a.b.c')
  })

  test('says when it failed', async () => {
    const { user } = openLeads(having(aLead()))
    await user.click(await screen.findByRole('button', { name: 'Export CSV' }))
    await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('The export failed.'))
  })
})
