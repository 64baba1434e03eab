import { describe, expect, test } from 'bun:test'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { ApiError } from '#client/api/http.ts'
import { aCompany } from './a-company.ts'
import { button, errorOf, fillIn, input, showForm } from './sign-up-form.tsx'

const rejection = (status: number, body?: unknown) => () => Promise.reject<string>(new ApiError(status, body))
const alert = () => screen.getByRole('alert')

describe('submitting the sign-up form', () => {
  test('sends the payload without the agreement and opens the URL of the response', async () => {
    const { user, sent, gone } = showForm({ plan: 3, answers: [async () => '/welcome\n'] })
    await fillIn(user)
    await user.click(button())
    const { filledInMs, ...payload } = sent[0] ?? {}
    expect(payload).toEqual({
      token: 'a-word',
      reCaptchaToken: '',
      homepage: '',
      firstName: 'Rosa',
      lastName: 'Delgado',
      jobTitle: 'Owner',
      email: 'rosa@delgado.example',
      phone: '(503) 555 - 0142',
      company: 'Delgado Bread Co.',
      streetNumber: '418',
      streetName: 'Alder Street',
      city: 'Portland',
      state: 'Oregon',
      postalCode: '97201',
      country: 'United States',
      plan: 3,
      username: 'rosadelgado',
      password: 'sourdough-18h',
      password_confirmation: 'sourdough-18h',
    })
    expect(filledInMs).toBeNumber()
    expect(gone).toEqual(['/welcome'])
  })

  test('sends it once, however often the button is pressed, and shows the busy state until the browser leaves', async () => {
    const { promise, resolve } = Promise.withResolvers<string>()
    const { user, sent, container } = showForm({ answers: [() => promise] })
    await fillIn(user)
    const form = container.querySelector('form')
    if (!form) throw new Error('no form')
    act(() => {
      fireEvent.submit(form)
      fireEvent.submit(form)
    })
    await user.click(button())
    await user.type(input('City'), '{Enter}')
    expect(sent).toHaveLength(1)
    expect(button().getAttribute('aria-busy')).toBe('true')
    expect(button().textContent).toContain('Starting your trial')
    await act(async () => resolve('/welcome'))
    expect(button().getAttribute('aria-busy')).toBe('true')
    const back = Object.assign(new Event('pageshow'), { persisted: true })
    act(() => void dispatchEvent(back))
    expect(button().hasAttribute('aria-busy')).toBe(false)
  })
})

describe("the server's response to a sign-up", () => {
  test('shows errors at their fields and the first message in the alert until the field changes', async () => {
    const taken = 'This username is already taken.'
    const registered = 'This email is already registered.'
    const errors = { email: { message: registered }, username: { message: taken } }
    const { user, gone } = showForm({ answers: [rejection(422, { message: 'Please check the form.', errors })] })
    await fillIn(user)
    await user.click(button())
    expect(alert().textContent).toBe(`${registered} Email, Username`)
    expect(document.activeElement).toBe(alert())
    expect([errorOf('Email'), errorOf('Username')]).toEqual([registered, taken])
    await user.click(input('Username'))
    await user.tab()
    expect(errorOf('Username')).toBe(taken)
    await user.type(input('Username'), '2')
    await user.tab()
    expect(errorOf('Username')).toBeNull()
    await user.click(button())
    expect(gone).toEqual(['/welcome'])
  })

  test('shows the message when there are no field errors', async () => {
    const { user } = showForm({ answers: [rejection(429, { message: 'Please try again in 10 minutes.' })] })
    await fillIn(user)
    await user.click(button())
    expect(alert().textContent).toBe('Please try again in 10 minutes.')
  })

  test('reports a missing response, keeps all text and can be sent again', async () => {
    const { user, gone } = showForm({ answers: [rejection(0)] })
    await fillIn(user)
    await user.click(button())
    expect(alert().textContent).toBe('We could not reach the server. Check your connection and try again.')
    for (const [label, text] of Object.entries(aCompany))
      expect([label, input(label).value]).toEqual([label, label === 'Phone' ? '(503) 555 - 0142' : text])
    await user.click(button())
    expect(gone).toEqual(['/welcome'])
    expect(screen.queryByRole('alert')).toBeNull()
  })
})

describe('reloading the sign-up form', () => {
  test('restores typed text, but neither passwords nor the agreement', async () => {
    const { user, unmount } = showForm()
    await fillIn(user, { State: 'Ontario' })
    await user.selectOptions(screen.getByLabelText('Country'), 'Canada')
    unmount()
    showForm()
    for (const [label, text] of Object.entries({ ...aCompany, State: 'Ontario' })) {
      const expected = label.startsWith('Password') ? '' : label === 'Phone' ? '(503) 555 - 0142' : text
      expect([label, input(label).value]).toEqual([label, expected])
    }
    expect(screen.getByLabelText<HTMLSelectElement>('Country').value).toBe('Canada')
    expect(input('Postal Code').inputMode).toBe('text')
    expect(screen.getByRole<HTMLInputElement>('checkbox').checked).toBe(false)
    expect(Object.values({ ...sessionStorage }).join()).not.toContain('sourdough')
  })

  test('restores nothing after a sign-up', async () => {
    const { user, unmount } = showForm()
    await fillIn(user)
    await user.click(button())
    unmount()
    showForm()
    expect(input('First Name').value).toBe('')
  })

  test('starts empty when the stored text is unreadable', () => {
    sessionStorage.setItem('sign_up', '{"email":5,"nothing":"x"')
    showForm()
    expect(input('Email').value).toBe('')
  })
})

describe('the token of the sign-up form', () => {
  test('is the last segment of the URL', async () => {
    const { container } = showForm({ at: '/pricing/try-for-free/spring_campaign?plan=3' })
    expect(container.querySelector<HTMLInputElement>('[name=token]')?.value).toBe('spring_campaign')
    expect(location.pathname).toBe('/pricing/try-for-free/spring_campaign')
  })

  test('is a new random one that replaces the URL when it has none', () => {
    history.replaceState({ key: 'kept' }, '')
    const { container } = showForm({ at: '/pricing/try-for-free?plan=2' })
    const token = container.querySelector<HTMLInputElement>('[name=token]')?.value
    expect(token).toMatch(/^[0-9a-f]{32}$/)
    expect(location.pathname + location.search).toBe(`/pricing/try-for-free/${token}?plan=2`)
    expect(history.state).toEqual({ key: 'kept' })
  })
})

describe('a sign-up while the server is full', () => {
  const busyFor = (seconds: number) => () =>
    Promise.reject<string>(new ApiError(503, { message: 'Too many sign-ups at once.' }, seconds))

  test('is sent again by itself, with every field and without an alert', async () => {
    const { promise, resolve } = Promise.withResolvers<string>()
    const { user, sent, gone } = showForm({ answers: [busyFor(0.3), busyFor(0.1), () => promise] })
    await fillIn(user)
    await user.click(button())
    expect(await screen.findByText(/We are very busy right now\. What you typed stays here/)).toBeTruthy()
    expect(button().getAttribute('aria-busy')).toBe('true')
    for (const label of ['Email', 'Password', 'Password Confirmation']) expect(input(label).value).not.toBe('')
    await waitFor(() => expect(sent).toHaveLength(3))
    expect(screen.queryByText(/We are very busy/)).toBeNull()
    expect(screen.queryByRole('alert')).toBeNull()
    expect(new Set(sent.map((one) => JSON.stringify(one))).size).toBe(1)
    await act(async () => resolve('/welcome'))
    expect(gone).toEqual(['/welcome'])
  })

  test('is sent no more once its page was left', async () => {
    const left = showForm({ answers: [busyFor(2)] })
    await fillIn(left.user)
    await left.user.click(button())
    await screen.findByText(/We are very busy/)
    left.unmount()
    // Its turn would come before that of a form that is sent later and waits as long.
    sessionStorage.clear()
    const later = showForm({ answers: [busyFor(2)] })
    await fillIn(later.user)
    await later.user.click(button())
    await waitFor(() => expect(later.sent).toHaveLength(2), { timeout: 30_000 })
    expect(left.sent).toHaveLength(1)
  })
})
