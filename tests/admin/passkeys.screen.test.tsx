import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { screen, within } from '@testing-library/react'
import { CONFIRMATION_NEEDED } from '#contract/confirmation.ts'
import type { PasskeyList } from '#contract/passkeys.ts'
import type { Answers } from './answers.ts'
import { accountAnswers, openAccount } from './open-account.tsx'
import { openLogin, submitLogin } from './open-login.tsx'

const AT = '2026-03-01T10:00:00.000Z'
const CANCELED = 'No passkey was used: it was canceled, or took too long. Please try again.'
const laptop = { id: 'k1', name: 'Laptop', added: AT, lastUsed: null }
const options = { challenge: 'AAAA', rpId: 'localhost' }

const listed = (changes: Partial<PasskeyList> = {}): Answers =>
  accountAnswers({ passkeys: { available: true, method: 'password', passkeys: [laptop], ...changes } })
const panel = async (name: string) => within(await screen.findByRole('region', { name }))

/** The parts of a browser that supports passkeys and whose user cancels. */
function supportPasskeys() {
  Object.defineProperty(globalThis, 'PublicKeyCredential', { value: () => {}, configurable: true })
  const cancel = () => Promise.reject(new DOMException('canceled', 'NotAllowedError'))
  Object.defineProperty(navigator, 'credentials', { value: { get: cancel, create: cancel }, configurable: true })
}
afterEach(() => {
  Reflect.deleteProperty(globalThis, 'PublicKeyCredential')
  Reflect.deleteProperty(navigator, 'credentials')
})

describe('the passkeys on the account page', () => {
  test('are listed with their last use, and the page says why none can be added without https', async () => {
    await openAccount(listed({ available: false }))
    const passkeys = await panel('Passkeys')
    expect((await passkeys.findByRole('listitem')).textContent).toContain('Last used: never')
    expect(passkeys.getByText(/^Passkeys require https/)).toBeTruthy()
    expect(passkeys.queryByRole('button', { name: 'Add a passkey' })).toBeNull()
  })

  test('cannot be added in a browser without passkeys, which the page says', async () => {
    await openAccount(listed())
    expect(await screen.findByText('This browser doesn’t support passkeys.')).toBeTruthy()
  })

  test('are renamed in a dialog', async () => {
    const { user, calls } = await openAccount({
      ...listed(),
      'POST /api/admin/passkeys/k1': () => ({ body: { message: 'Renamed.' } }),
    })
    await user.click(await screen.findByRole('button', { name: 'Rename Laptop' }))
    const name = within(await screen.findByRole('dialog', { name: 'Rename Laptop' })).getByLabelText('Name')
    await user.clear(name)
    await user.type(name, 'Old laptop{Enter}')
    expect(calls('POST /api/admin/passkeys/k1').map(({ json }) => json)).toEqual([{ name: 'Old laptop' }])
  })

  test('are removed after a question, and the reason is shown when the last one is required', async () => {
    const { user } = await openAccount({
      ...listed(),
      'DELETE /api/admin/passkeys/k1': () => ({ status: 409, body: { message: 'This is your last passkey.' } }),
    })
    await user.click(await screen.findByRole('button', { name: 'Remove Laptop' }))
    await user.click(await screen.findByRole('button', { name: 'Remove' }))
    expect((await screen.findByText('This is your last passkey.')).closest('[role=alert]')).toBeTruthy()
  })

  test('say in words that the browser created none', async () => {
    supportPasskeys()
    const { user } = await openAccount({
      ...listed(),
      'POST /api/admin/passkeys/options': () => ({
        body: { ...options, rp: { id: 'localhost' }, user: { id: 'AAAA', name: 'a' }, pubKeyCredParams: [] },
      }),
    })
    await user.type(await screen.findByLabelText('Name of a new passkey'), 'Phone{Enter}')
    expect(await screen.findByText(CANCELED)).toBeTruthy()
  })
})

describe('the login method on the account page', () => {
  test('offers passkeys alone only to those who have one', async () => {
    await openAccount(listed({ passkeys: [] }))
    const login = await panel('Login')
    expect(login.getByRole('radio', { name: /^Password or passkey/ }).hasAttribute('checked')).toBe(true)
    expect(login.getByRole('radio', { name: /^Passkey only/ }).hasAttribute('disabled')).toBe(true)
  })

  test('is sent when it is saved', async () => {
    const { user, calls } = await openAccount({
      ...listed(),
      'POST /api/admin/login-method': () => ({ body: { message: 'Changed.' } }),
    })
    await user.click(await screen.findByRole('radio', { name: /^Password and a second step/ }))
    await user.click(screen.getByRole('button', { name: 'Save login method' }))
    expect(calls('POST /api/admin/login-method').map(({ json }) => json)).toEqual([{ method: 'two-steps' }])
  })

  test('is not sent as passkey only while no passkey works', async () => {
    supportPasskeys()
    const { user, calls } = await openAccount({
      ...listed(),
      'POST /api/admin/confirmation/passkey/options': () => ({ body: options }),
    })
    await user.click(await screen.findByRole('radio', { name: /^Passkey only/ }))
    await user.click(screen.getByRole('button', { name: 'Save login method' }))
    expect(await screen.findByText(CANCELED)).toBeTruthy()
    expect(calls('POST /api/admin/login-method')).toEqual([])
  })
})

test('a confirmation of who logs in with passkeys only asks for nothing else', async () => {
  supportPasskeys()
  const { user } = await openAccount({
    ...listed({ method: 'passkey' }),
    'POST /api/admin/login-method': () => ({
      status: 403,
      body: { message: CONFIRMATION_NEEDED, confirmation: 'passkey' },
    }),
    'POST /api/admin/confirmation/passkey/options': () => ({ body: options }),
  })
  await user.click(await screen.findByRole('radio', { name: /^Password or passkey/ }))
  await user.click(screen.getByRole('button', { name: 'Save login method' }))
  const dialog = within(await screen.findByRole('dialog', { name: CONFIRMATION_NEEDED }))
  expect(dialog.queryByLabelText('Your password')).toBeNull()
  await user.click(dialog.getByRole('button', { name: 'Use your passkey' }))
  expect(await dialog.findByText(CANCELED)).toBeTruthy()
})

describe('the login page', () => {
  const available: Answers = { 'GET /api/admin/login/passkey': () => ({ body: { available: true } }) }
  beforeEach(supportPasskeys)

  test('offers a login with a passkey, and says in words why none was used', async () => {
    const { user } = openLogin({
      ...available,
      'POST /api/admin/login/passkey/options': () => ({ body: options }),
    })
    await user.click(await screen.findByRole('button', { name: 'Log in with a passkey' }))
    const alert = (await screen.findByText(CANCELED)).closest('[role=alert]')
    expect(document.activeElement).toBe(alert)
  })

  test('asks for the passkey after the password where it is the second step', async () => {
    const { user } = await submitLogin({
      ...available,
      'POST /api/admin/login': () => ({
        status: 422,
        body: { message: 'x', errors: { passkey: { message: 'x' } }, passkey: options },
      }),
    })
    const button = await screen.findByRole('button', { name: 'Use your passkey' })
    expect(document.activeElement).toBe(button)
    await user.click(button)
    expect(await screen.findByText(CANCELED)).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Use your passkey' })).toBeTruthy()
  })
})
