import { describe, expect, test } from 'bun:test'
import { screen, waitFor, within } from '@testing-library/react'
import { withoutClipboard } from './clipboard.ts'
import { accountAnswers, anAccount, anAdministrator, openAccount } from './open-account.tsx'

const me = anAdministrator()
const tom = anAdministrator({
  id: 'a2',
  name: 'Tom Miller',
  email: 'tom@baker.example',
  current: false,
  secondFactor: true,
  lastUsed: null,
})
const until = new Date(Date.now() + 48 * 60 * 60 * 1000).toISOString()
const invitation = { id: 'i1', email: 'eve@baker.example', invitedBy: 'Ada Baker', until }
const people = () => screen.findByRole('list', { name: 'People' })
const TOKEN = 'a-token-that-is-secret'

describe('the people of the site', () => {
  test('are listed with second factor and last use, and nobody can remove themselves', async () => {
    await openAccount(accountAnswers({ administrators: [me, tom] }))
    const rows = within(await people()).getAllByRole('listitem')
    expect(rows[0]?.textContent).toContain('You')
    expect(rows[0]?.textContent).toContain('Second factor: off')
    expect(rows[1]?.textContent).toContain('tom@baker.example')
    expect(rows[1]?.textContent).toContain('Second factor: on')
    expect(rows[1]?.textContent).toContain('no open session')
    expect(within(await people()).getAllByRole('button')).toHaveLength(1)
  })

  test('are removed after a question that names the person', async () => {
    const answers = accountAnswers({ administrators: [me, tom] })
    answers['DELETE /api/admin/administrators/a2'] = () => {
      Object.assign(answers, accountAnswers({ administrators: [me] }))
      return { body: { message: 'Removed.' } }
    }
    const { user, calls } = await openAccount(answers)
    const ask = async () => {
      await user.click(within(await people()).getByRole('button', { name: 'Remove Tom Miller' }))
      return within(await screen.findByRole('dialog', { name: 'Remove Tom Miller?' }))
    }
    const question = await ask()
    expect(question.getByText(/tom@baker\.example/)).toBeTruthy()
    await user.click(question.getByRole('button', { name: 'Cancel' }))
    expect(calls('DELETE /api/admin/administrators/a2')).toEqual([])
    await user.click((await ask()).getByRole('button', { name: 'Remove Tom Miller' }))
    await waitFor(() => expect(screen.queryByText('Tom Miller')).toBeNull())
    expect(screen.getByText('Tom Miller is removed')).toBeTruthy()
    await waitFor(() => expect(document.activeElement?.textContent).toBe('People'))
  })

  test('stay when the server rejects the removal, with its reason', async () => {
    const { user } = await openAccount({
      ...accountAnswers({ administrators: [me, tom] }),
      'DELETE /api/admin/administrators/a2': () => ({ status: 409, body: { message: 'The last one stays.' } }),
    })
    await user.click(within(await people()).getByRole('button', { name: 'Remove Tom Miller' }))
    const question = within(await screen.findByRole('dialog', { name: 'Remove Tom Miller?' }))
    await user.click(question.getByRole('button', { name: 'Remove Tom Miller' }))
    expect((await screen.findByRole('alert')).textContent).toContain('The last one stays.')
    expect(within(await people()).getAllByRole('listitem')).toHaveLength(2)
  })
})

describe('invitations', () => {
  test('show the link once, with a button that copies it', async () => {
    const answers = accountAnswers()
    answers['POST /api/admin/invitations'] = () => {
      Object.assign(answers, accountAnswers({ invitations: [invitation] }))
      return { body: { path: `/admin/invite#${TOKEN}`, until } }
    }
    const { user, calls } = await openAccount(answers)
    await user.type(await screen.findByLabelText('Email of a new person'), 'eve@baker.example{Enter}')
    const link = await screen.findByLabelText<HTMLInputElement>('Link for eve@baker.example')
    expect(link.value).toBe(`http://localhost/admin/invite#${TOKEN}`)
    expect(document.activeElement).toBe(link)
    expect(screen.getByText(/valid once and for 48 hours/)).toBeTruthy()
    expect(calls('POST /api/admin/invitations')[0]?.json).toEqual({ email: 'eve@baker.example' })
    await user.click(screen.getByRole('button', { name: 'Copy' }))
    expect(await screen.findByText('Link copied')).toBeTruthy()
    expect(await navigator.clipboard.readText()).toBe(link.value)
    expect(await screen.findByRole('list', { name: 'Invitations' })).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Done' }))
    expect(screen.queryByLabelText('Link for eve@baker.example')).toBeNull()
  })

  test('keep their link while the profile is saved', async () => {
    const answers = accountAnswers()
    answers['POST /api/admin/invitations'] = () => ({ body: { path: `/admin/invite#${TOKEN}`, until } })
    answers['POST /api/admin/account'] = () => {
      const changed = accountAnswers({ administrators: [anAdministrator({ name: 'Ada Miller' })] })
      Object.assign(answers, changed)
      return { body: anAccount({ name: 'Ada Miller' }) }
    }
    const { user } = await openAccount(answers)
    await user.type(await screen.findByLabelText('Email of a new person'), 'eve@baker.example{Enter}')
    const link = await screen.findByLabelText<HTMLInputElement>('Link for eve@baker.example')
    await user.clear(screen.getByLabelText('Name'))
    await user.type(screen.getByLabelText('Name'), 'Ada Miller{Enter}')
    expect(await within(await people()).findByText('Ada Miller')).toBeTruthy()
    expect(link.isConnected).toBe(true)
  })

  test('select the link where the browser does not allow copying, and say so', async () => {
    const answers = accountAnswers()
    answers['POST /api/admin/invitations'] = () => ({ body: { path: `/admin/invite#${TOKEN}`, until } })
    const { user } = await openAccount(answers)
    await user.type(await screen.findByLabelText('Email of a new person'), 'eve@baker.example{Enter}')
    const link = await screen.findByLabelText<HTMLInputElement>('Link for eve@baker.example')
    withoutClipboard()
    await user.click(screen.getByRole('button', { name: 'Copy' }))
    expect(await screen.findByText(/The text is selected: copy it by hand/)).toBeTruthy()
    expect(document.activeElement).toBe(link)
    expect([link.selectionStart, link.selectionEnd]).toEqual([0, link.value.length])
  })

  test('reject an invalid e-mail before anything is sent', async () => {
    const { user, calls } = await openAccount(accountAnswers())
    await user.type(await screen.findByLabelText('Email of a new person'), 'eve{Enter}')
    expect(await screen.findByText('Email must be valid.')).toBeTruthy()
    expect(calls('POST /api/admin/invitations')).toEqual([])
  })

  test('are listed until they are accepted, and can be withdrawn', async () => {
    const answers = accountAnswers({ invitations: [invitation] })
    answers['DELETE /api/admin/invitations/i1'] = () => {
      Object.assign(answers, accountAnswers())
      return { body: { message: 'Withdrawn.' } }
    }
    const { user } = await openAccount(answers)
    const list = within(await screen.findByRole('list', { name: 'Invitations' }))
    expect(list.getByText('Invited by Ada Baker')).toBeTruthy()
    await user.click(list.getByRole('button', { name: 'Withdraw the invitation of eve@baker.example' }))
    await waitFor(() => expect(screen.queryByRole('list', { name: 'Invitations' })).toBeNull())
    expect(screen.getByText('The invitation of eve@baker.example is withdrawn')).toBeTruthy()
  })
})
