import { describe, expect, test } from 'bun:test'
import { screen, waitFor } from '@testing-library/react'
import { ApiError } from '#client/api/http.ts'
import { button, fillIn, rejection, showForm } from './open-form.tsx'

describe('the contact form sends a message once', () => {
  test('with the same id on a retry, even after a reload, and a new id for the next message', async () => {
    const { user, sent, unmount } = showForm(rejection(0), rejection(503))
    await fillIn(user)
    await user.click(button())
    await user.click(button())
    unmount()
    const again = showForm()
    await again.user.click(button())
    again.unmount()
    const next = showForm()
    await fillIn(next.user)
    await next.user.click(button())
    const ids = [...sent, ...again.sent, ...next.sent].map(({ sending }) => sending)
    expect(new Set(ids.slice(0, 3)).size).toBe(1)
    expect(ids).toHaveLength(4)
    expect(ids[3]).not.toBe(ids[0])
  })

  test('and shows thanks for one that was sent before hydration, without restoring it', async () => {
    const { user, unmount } = showForm()
    await fillIn(user)
    unmount()
    history.replaceState(null, '', '/contact-us#sent')
    const { unmount: leave } = showForm()
    expect(screen.getByRole('status').textContent).toContain('Thanks')
    leave()
    history.replaceState(null, '', '/contact-us')
    showForm()
    expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('')
  })
})

describe('autofill and keyboards of the contact form', () => {
  test.each([
    ['Name', 'name', ''],
    [/^Company/, 'organization', ''],
    ['Email', 'email', 'email'],
    [/^Phone/, 'tel', 'tel'],
    ['Message', 'on', ''],
  ])('set %s: %s', (label, autocomplete, mode) => {
    showForm()
    const { autocomplete: has, inputMode } = screen.getByLabelText<HTMLInputElement>(label)
    expect([has, inputMode]).toEqual([autocomplete, mode])
  })

  test('hide the honeypot from eyes, keyboards and screen readers', () => {
    const { container } = showForm()
    const trap = container.querySelector<HTMLInputElement>('[name=homepage]')
    expect([trap?.tabIndex, trap?.autocomplete, trap?.closest('[aria-hidden=true]') !== null]).toEqual([
      -1,
      'off',
      true,
    ])
  })
})

test('the contact form is sent again by itself while the server is full, as the same message', async () => {
  const busy = () => Promise.reject(new ApiError(503, { message: 'Too much at once.' }, 0.3))
  const { user, sent } = showForm(busy, busy)
  await fillIn(user)
  await user.click(button())
  expect(await screen.findByText(/We are very busy right now/)).toBeTruthy()
  await waitFor(() => expect(sent).toHaveLength(3))
  expect((await screen.findByRole('status')).textContent).toContain('Thanks, we have your message.')
  expect(new Set(sent.map((one) => JSON.stringify(one))).size).toBe(1)
})
