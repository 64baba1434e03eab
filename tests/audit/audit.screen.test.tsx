import { describe, expect, test } from 'bun:test'
import { screen, waitFor, within } from '@testing-library/react'
import { auditEventNames, eventChoices } from '#client/admin/audit/event-names.ts'
import type { AuditEvent } from '#server/http/audit-event.ts'
import type { Answers } from '#tests/admin/answers.ts'
import { anEvent, listOf, openAudit } from './open-audit.tsx'

const AUDIT = 'GET /api/admin/audit'
const SHELL = { actor: 'shell', by: '', address: '' }
const having = (...events: Parameters<typeof listOf>[0]): Answers => ({ [AUDIT]: () => listOf(events) })
const cells = async (text: string) => {
  const row = (await screen.findByText(text, { selector: 'td' })).closest('tr') ?? document.body
  return within(row).getAllByRole('cell')
}

describe('the events of the audit log', () => {
  test('all have a name, and are in the filter once', () => {
    // Type checking fails if an event is missing.
    const names: Readonly<Record<AuditEvent, string>> = auditEventNames
    const values = eventChoices.flatMap(({ options }) => options.map(([value]) => value))
    expect(values.filter((value) => !value.endsWith('.')).sort()).toEqual(Object.keys(names).sort())
    const labels = eventChoices.flatMap(({ options }) => options.map(([, label]) => label))
    expect(new Set(labels).size).toBe(labels.length)
  })
})

describe('the audit log in the dashboard', () => {
  test('redirects to the login without a token', () => {
    const { asked } = openAudit({}, '', null)
    expect(screen.getByText('The login')).toBeTruthy()
    expect(asked).toEqual([])
  })

  test('shows time, event, person, network, subject and detail in words', async () => {
    const { calls } = openAudit(
      having(
        anEvent(),
        anEvent({ event: 'login.failed', subject: '', detail: 'code', unwritten: 12 }),
        anEvent({ event: 'tag.created', by: '', subject: 'cold' }),
        anEvent({ ...SHELL, event: 'password.reset', subject: 'a…@bakery.example', about: 'id-of-amy' }),
      ),
    )
    const [time, , person, network, subject] = await cells('Post changed')
    const when = time?.querySelector('time')
    expect([when?.dateTime, when?.title]).toEqual(['2026-03-01T10:00:05.000Z', '2026-03-01 10:00:05 UTC'])
    expect(time?.textContent).toContain('Mar 1, 2026')
    expect([person?.textContent, network?.textContent]).toEqual(['Ann Baker', '203.0.113.0/24'])
    expect(subject?.querySelector('a')?.getAttribute('href')).toBe('/blog/a-bake')
    expect((await cells('Login failed')).at(-1)?.textContent).toBe(
      'Correct password, wrong code; 12 more before it, only counted',
    )
    expect((await cells('Tag created'))[2]?.textContent).toBe('a…@bakery.example')
    const reset = (await cells('Password reset from the shell')).map(({ textContent }) => textContent)
    expect([reset[2], reset[4]]).toEqual(['The shell', 'Amy Cook (removed)'])
    expect(calls(AUDIT)[0]?.headers.get('authorization')).toBe('Bearer a.b.c')
    const bar = within(screen.getByRole('navigation', { name: 'Admin' }))
    expect(bar.getByRole('link', { name: 'Audit log' }).getAttribute('aria-current')).toBe('page')
  })

  test('links a lead, and neither a deleted post nor the id of something else', async () => {
    openAudit(
      having(
        anEvent({ event: 'lead.marked', subject: 'lead-1' }),
        anEvent({ event: 'post.deleted', subject: 'gone' }),
        anEvent({ event: 'post.changed', subject: '/../x?' }),
      ),
    )
    expect((await screen.findByRole('link', { name: 'lead-1' })).getAttribute('href')).toBe('/admin/leads?lead=lead-1')
    expect(screen.queryByRole('link', { name: 'gone' })).toBeNull()
    expect(screen.getByRole('link', { name: '/../x?' }).getAttribute('href')).toBe('/blog/%2F..%2Fx%3F')
  })

  test('shows an event that it does not know, and markup as text', async () => {
    openAudit(having(anEvent({ event: 'moon.landed', by: '', actor: '<img src=x onerror=alert(1)>' })))
    expect((await cells('moon.landed'))[2]?.textContent).toBe('<img src=x onerror=alert(1)>')
    expect(document.querySelector('td img')).toBeNull()
  })

  test('sends event and days, and stores them in the URL', async () => {
    const { user, calls, address } = openAudit(having(anEvent()), '?from=2026-03-01&to=nonsense&event=1')
    await cells('Post changed')
    expect(calls(AUDIT)[0]?.query.toString()).toBe('from=2026-03-01')
    await user.selectOptions(screen.getByLabelText('Event'), 'All logins')
    await waitFor(() => expect(calls(AUDIT).at(-1)?.query.toString()).toBe('event=login.&from=2026-03-01'))
    expect(address()).toBe('?from=2026-03-01&to=nonsense&event=login.')
    await user.click(await screen.findByRole('button', { name: 'Clear filters' }))
    await waitFor(() => expect(calls(AUDIT).at(-1)?.query.toString()).toBe(''))
    expect(document.activeElement).toBe(screen.getByLabelText('Event'))
  })

  test('filters by a person chosen by name, and stores the id in the URL', async () => {
    const { user, calls, address } = openAudit(having(anEvent(), anEvent({ by: '', actor: 'o…@bakery.example' })))
    await screen.findAllByText('Post changed', { selector: 'td' })
    const person = screen.getByLabelText('Person')
    const options = within(person)
      .getAllByRole('option')
      .map(({ textContent }) => textContent)
    const programs = ['The shell', 'The environment']
    expect(options).toEqual(['Everyone', 'Ann Baker', 'Amy Cook (removed)', ...programs, 'o…@bakery.example'])
    await user.selectOptions(person, 'Amy Cook (removed)')
    await waitFor(() => expect(calls(AUDIT).at(-1)?.query.toString()).toBe('by=id-of-amy'))
    expect(address()).toBe('?by=id-of-amy')
    await user.selectOptions(person, 'The shell')
    await waitFor(() => expect(calls(AUDIT).at(-1)?.query.toString()).toBe('by=shell'))
    await user.selectOptions(person, 'Everyone')
    await waitFor(() => expect(calls(AUDIT).at(-1)?.query.toString()).toBe(''))
  })

  test('shows the person of the URL as chosen, before and after the names are loaded', async () => {
    openAudit(having(), '?by=id-of-ann')
    const chosen = () => screen.getByLabelText<HTMLSelectElement>('Person').selectedOptions[0]?.textContent
    expect(chosen()).toBe('id-of-ann')
    await screen.findByText('No events match')
    expect(chosen()).toBe('Ann Baker')
  })

  test('announces the number of events', async () => {
    openAudit({ [AUDIT]: () => listOf([anEvent()], 'page-2') })
    await cells('Post changed')
    const announced = screen.getAllByRole('status').map(({ textContent }) => textContent)
    expect(announced).toContain('1 event, and older ones')
  })

  test('says that it is empty, or that no event matches', async () => {
    const { user } = openAudit(having())
    expect(await screen.findByText('No events yet')).toBeTruthy()
    await user.selectOptions(screen.getByLabelText('Event'), 'Login failed')
    expect(await screen.findByText('No events match')).toBeTruthy()
  })

  test('shows a failed load and retries on request', async () => {
    let isDown = true
    const { user } = openAudit({
      [AUDIT]: () => (isDown ? { status: 503, body: { message: 'The disk is gone.' } } : listOf([anEvent()])),
    })
    expect((await screen.findByRole('alert')).textContent).toContain('The disk is gone.')
    isDown = false
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await cells('Post changed')
    expect(screen.queryByRole('alert')).toBeNull()
  })
})

describe('older events', () => {
  const pages: Record<string, ReturnType<typeof listOf>> = {
    '': listOf([anEvent({ event: 'post.created' })], 'page-2'),
    'page-2': listOf([anEvent()], 'page-3'),
    'page-3': listOf([anEvent({ event: 'tag.deleted' })]),
  }

  test('come below the others; the focus stays on the button, and then on what replaces it', async () => {
    const { user } = openAudit({ [AUDIT]: ({ query }) => pages[query.get('before') ?? ''] ?? listOf([]) })
    await user.click(await screen.findByRole('button', { name: 'Older' }))
    await cells('Post changed')
    await cells('Post created')
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Older' }))
    await user.click(screen.getByRole('button', { name: 'Older' }))
    await cells('Tag deleted')
    expect(screen.queryByRole('button', { name: 'Older' })).toBeNull()
    expect(document.activeElement?.textContent).toBe('There are no older events.')
  })

  test('that fail to load are explained, and loaded by trying again', async () => {
    let isDown = true
    const { user } = openAudit({
      [AUDIT]: ({ query }) =>
        query.has('before') && isDown
          ? { status: 503, body: { message: 'Not now.' } }
          : (pages[query.get('before') ?? ''] ?? listOf([])),
    })
    await user.click(await screen.findByRole('button', { name: 'Older' }))
    expect((await screen.findByRole('alert')).textContent).toContain('Not now.')
    await cells('Post created')
    isDown = false
    const again = screen.getByRole('button', { name: 'Try again' })
    expect(document.activeElement).toBe(again)
    await user.click(again)
    await cells('Post changed')
    expect(screen.queryByRole('alert')).toBeNull()
  })
})
