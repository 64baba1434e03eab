import { describe, expect, test } from 'bun:test'
import { screen, waitFor, within } from '@testing-library/react'
import { CONFIRMATION_NEEDED } from '#contract/confirmation.ts'
import type { Answers } from '#tests/admin/answers.ts'
import { accountAnswers, openAccount } from '#tests/admin/open-account.tsx'
import { openLeads } from '#tests/leads/open-leads.tsx'
import { aLead, having, listOf } from '#tests/leads/some-leads.ts'

const CONFIRM = 'POST /api/admin/confirmation'
const EVERYWHERE = 'DELETE /api/admin/sessions'

/** A request that the server rejects until a confirmation was sent, and how it answers the confirmation. */
function guarded(call: string, confirmation: 'password' | 'password-or-code' = 'password', rejected = 0): Answers {
  let confirmed = false
  let rejections = rejected
  return {
    [call]: () =>
      confirmed
        ? { body: { message: 'Done.' } }
        : { status: 403, body: { message: CONFIRMATION_NEEDED, confirmation } },
    [CONFIRM]: () => {
      if (rejections-- > 0) return { status: 422, body: { message: 'The password is wrong.' } }
      confirmed = true
      return { body: { confirmedUntil: new Date().toISOString() } }
    },
  }
}
const dialog = () => screen.findByRole('dialog', { name: CONFIRMATION_NEEDED })

async function logOutEverywhere(answers: Answers) {
  const page = await openAccount({ ...accountAnswers(), ...answers })
  await page.user.click(await screen.findByRole('button', { name: 'Log out everywhere' }))
  return { ...page, inside: within(await dialog()) }
}

describe('the confirmation of a sensitive action', () => {
  test('asks for the password with the focus in its field, then repeats the request once', async () => {
    const { user, inside, calls } = await logOutEverywhere(guarded(EVERYWHERE))
    expect(document.activeElement).toBe(inside.getByLabelText('Your password'))
    expect(inside.getByLabelText('Your password').getAttribute('autocomplete')).toBe('current-password')
    await user.keyboard('correct horse{Enter}')
    expect(await screen.findByText('The login')).toBeTruthy()
    expect(calls(CONFIRM).map(({ json }) => json)).toEqual([{ password: 'correct horse' }])
    expect(calls(EVERYWHERE)).toHaveLength(2)
  })

  test('shows a wrong password at its field and can be tried again', async () => {
    const { user, inside } = await logOutEverywhere(guarded(EVERYWHERE, 'password', 1))
    await user.keyboard('wrong{Enter}')
    expect(await inside.findByText('The password is wrong.')).toBeTruthy()
    expect(document.activeElement).toBe(inside.getByLabelText('Your password'))
    await user.keyboard('right{Enter}')
    expect(await screen.findByText('The login')).toBeTruthy()
  })

  test('requires a value before anything is sent', async () => {
    const { user, inside, calls } = await logOutEverywhere(guarded(EVERYWHERE))
    await user.click(inside.getByRole('button', { name: 'Confirm' }))
    expect(await inside.findByText('Password is required.')).toBeTruthy()
    expect(calls(CONFIRM)).toEqual([])
    expect(inside.queryByRole('button', { name: 'Use a code instead' })).toBeNull()
  })

  test('accepts a code instead where the server offers that', async () => {
    const { user, inside, calls } = await logOutEverywhere(guarded(EVERYWHERE, 'password-or-code'))
    await user.click(inside.getByRole('button', { name: 'Use a code instead' }))
    expect(document.activeElement).toBe(inside.getByLabelText('Code'))
    await user.keyboard('123456{Enter}')
    expect(await screen.findByText('The login')).toBeTruthy()
    expect(calls(CONFIRM).map(({ json }) => json)).toEqual([{ code: '123456' }])
  })

  test('changes and shows nothing after Cancel', async () => {
    const { user, inside, calls } = await logOutEverywhere(guarded(EVERYWHERE))
    await user.click(inside.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(screen.queryByRole('alert')).toBeNull()
    expect([calls(EVERYWHERE), calls(CONFIRM)].map(({ length }) => length)).toEqual([1, 0])
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Log out everywhere' }).getAttribute('aria-busy')).toBeNull(),
    )
  })

  test('is not asked for by another 403', async () => {
    const { user } = await openAccount({
      ...accountAnswers(),
      [EVERYWHERE]: () => ({ status: 403, body: { message: 'Not now.' } }),
    })
    await user.click(await screen.findByRole('button', { name: 'Log out everywhere' }))
    expect((await screen.findByRole('alert')).textContent).toContain('Not now.')
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})

describe('leads and confirmation', () => {
  const ada = aLead()

  test('erasing asks for it over the question, and keeps the lead quietly after Cancel', async () => {
    const call = `DELETE /api/leads/${ada.id}`
    const { user, calls } = openLeads({ ...having(ada), ...guarded(call) }, `?lead=${ada.id}`)
    const erase = async () => {
      await user.click(await screen.findByRole('button', { name: 'Erase this lead' }))
      await user.click(await screen.findByRole('button', { name: 'Erase personal data' }))
      return within(await dialog())
    }
    await user.click((await erase()).getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog', { name: CONFIRMATION_NEEDED })).toBeNull())
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Erase this lead?' })).toBeNull())
    expect(screen.queryByText(/It was not erased/)).toBeNull()
    await erase()
    await user.keyboard('correct horse{Enter}')
    expect(await screen.findByText('Erased')).toBeTruthy()
    expect(calls(call)).toHaveLength(3)
  })

  test('reading many of them asks for it, and shows the list afterwards', async () => {
    const call = 'GET /api/leads'
    let isConfirmed = false
    const { user } = openLeads({
      ...having(ada),
      [call]: () =>
        isConfirmed
          ? { body: listOf([ada]) }
          : { status: 403, body: { message: CONFIRMATION_NEEDED, confirmation: 'password' } },
      [CONFIRM]: () => {
        isConfirmed = true
        return { body: { confirmedUntil: new Date().toISOString() } }
      },
    })
    await dialog()
    await user.keyboard('correct horse{Enter}')
    expect(await screen.findByText(ada.name)).toBeTruthy()
  })

  test('exporting asks for it, and shows nothing after Cancel', async () => {
    const call = 'GET /api/leads.csv'
    const { user, calls } = openLeads({ ...having(ada), ...guarded(call) })
    await user.click(await screen.findByRole('button', { name: 'Export CSV' }))
    await user.click(within(await dialog()).getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog', { name: CONFIRMATION_NEEDED })).toBeNull())
    expect(screen.queryByText(/The export failed/)).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Export CSV' }))
    await dialog()
    await user.keyboard('correct horse{Enter}')
    expect(await screen.findByText(/csv is downloaded/)).toBeTruthy()
    expect(calls(call)).toHaveLength(3)
  })
})
