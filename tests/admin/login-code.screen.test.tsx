import { describe, expect, test } from 'bun:test'
import { screen, waitFor } from '@testing-library/react'
import { ADMIN_TOKEN_KEY } from '#client/api/session-keys.ts'
import { CODE_NEEDED, WRONG_CODE } from '#contract/login.ts'
import { submitLogin } from './open-login.tsx'

const rejected = (message: string) => ({ status: 422, body: { message, errors: { code: { message } } } })

/** The login of a site with a second factor, after the correct password. `right` is the accepted code. */
async function atTheCode(right = '123456') {
  const page = await submitLogin({
    'POST /api/admin/login': ({ json }) => {
      const { code } = json as { code?: string }
      if (!code) return rejected(CODE_NEEDED)
      return code.replaceAll(' ', '') === right
        ? { status: 200, body: { token: 'a.b.c', deviceToken: 'd.e.f' } }
        : rejected(WRONG_CODE)
    },
  })
  return { ...page, field: await screen.findByLabelText<HTMLInputElement>('Code') }
}
const describedBy = (field: HTMLElement) =>
  (field.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent)
    .join(' ')

describe('the code field of the login', () => {
  test('appears after the correct password, takes the focus and explains what to enter', async () => {
    const { field, asked } = await atTheCode()
    expect(asked.map(({ json }) => json)).toEqual([{ email: 'editor@acme.example', password: 'correct horse' }])
    expect(document.activeElement).toBe(field)
    expect([field.getAttribute('autocomplete'), field.getAttribute('inputmode')]).toEqual(['one-time-code', 'numeric'])
    expect(describedBy(field)).toContain('6 digits that your authenticator app shows')
    expect(field.getAttribute('aria-invalid')).toBeNull()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('is sent with the e-mail and password that are still in the form', async () => {
    const { user, asked } = await atTheCode()
    await user.paste('123 456')
    await user.keyboard('{Enter}')
    expect(await screen.findByText('The dashboard')).toBeTruthy()
    expect(asked[1]?.json).toEqual({ email: 'editor@acme.example', password: 'correct horse', code: '123 456' })
    expect(localStorage.getItem(ADMIN_TOKEN_KEY)).toBe('a.b.c')
    // Neither password nor code is stored.
    expect(Object.values({ ...localStorage, ...sessionStorage }).sort()).toEqual(['a.b.c', 'd.e.f'])
  })

  test('is marked and focused with its text selected after each wrong code', async () => {
    const { user, field } = await atTheCode()
    for (const wrong of ['000000', '111111']) {
      await user.keyboard(`${wrong}{Enter}`)
      await waitFor(() => expect([field.selectionStart, field.selectionEnd]).toEqual([0, 6]))
      expect(describedBy(field)).toContain(WRONG_CODE)
      expect([field.getAttribute('aria-invalid'), document.activeElement]).toEqual(['true', field])
    }
    await user.keyboard('123456{Enter}')
    expect(await screen.findByText('The dashboard')).toBeTruthy()
  })

  test('is marked when empty, and nothing is sent', async () => {
    const { user, field, asked } = await atTheCode()
    await user.keyboard('{Enter}')
    expect(describedBy(field)).toContain(CODE_NEEDED)
    expect(asked).toHaveLength(1)
  })

  test('accepts a recovery code on a keyboard with letters', async () => {
    const { user, field } = await atTheCode('abcdef-ghjkmn-pqrstu-vwxyz2')
    await user.click(screen.getByRole('button', { name: 'Use a recovery code instead' }))
    expect(screen.getByLabelText('Recovery code')).toBe(field)
    expect([field.getAttribute('autocomplete'), field.getAttribute('inputmode')]).toEqual(['off', 'text'])
    expect(document.activeElement).toBe(field)
    await user.keyboard('abcdef-ghjkmn-pqrstu-vwxyz2{Enter}')
    expect(await screen.findByText('The dashboard')).toBeTruthy()
  })
})
