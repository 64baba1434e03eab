import { describe, expect, test } from 'bun:test'
import { type AdminCall, adminCall, endReads } from '#client/api/admin-http.ts'
import { ApiError, call, fieldErrors } from '#client/api/http.ts'
import { ADMIN_TOKEN_KEY } from '#client/api/session-keys.ts'

import type { FieldErrors } from '#contract/validate.ts'
import { aBrowser } from './a-browser.ts'

const failure = async (answer: Parameters<typeof aBrowser>[0], wanted: AdminCall = {}) => {
  const browser = aBrowser(answer, 'a-token')
  const error = await adminCall('/x', wanted, browser.browser).catch((error: unknown) => error)
  if (!(error instanceof ApiError)) throw new Error('it did not fail')
  return { ...browser, error }
}

describe('a request of the API client', () => {
  test('is marked as made by a script', async () => {
    const { browser, calls } = aBrowser()
    await call('/api/blog-posts', {}, browser)
    expect(calls[0]?.headers.get('x-requested-with')).toBe('XMLHttpRequest')
  })

  test("carries the administrator's token only on request", async () => {
    const { browser, calls } = aBrowser({}, 'a-token')
    await adminCall('/api/tags', {}, browser)
    await adminCall('/api/tags', { method: 'POST', json: { name: ['x'] }, bearer: true }, browser)
    expect(calls.map(({ headers }) => headers.get('authorization'))).toEqual([null, 'Bearer a-token'])
    expect(await calls[1]?.json()).toEqual({ name: ['x'] })
  })

  test('is not sent after logging out, and ended if it only reads, until there is a new session', async () => {
    const { browser, calls, went } = aBrowser({}, 'a-token')
    await adminCall('/read', { bearer: true }, browser)
    await adminCall('/save', { bearer: true, method: 'PUT' }, browser)
    endReads()
    expect(calls.map(({ signal }) => signal.aborted)).toEqual([true, false])
    const loggedOut = aBrowser().browser
    await expect(adminCall('/read', { bearer: true }, loggedOut)).rejects.toMatchObject({ status: 401 })
    await adminCall('/read', { bearer: true }, browser)
    expect(calls.map(({ signal }) => signal.aborted)).toEqual([true, false, false])
    expect(went).toEqual([])
  })
})

describe('an error response in the API client', () => {
  test('removes the token and opens / on 401', async () => {
    const { went, token, error } = await failure({ status: 401 })
    expect([went, token(), error.status]).toEqual([['/'], null, 401])
  })

  test('with 401 leads nowhere for a request that was under way when the administrator logged out', async () => {
    const { browser, went } = aBrowser({ status: 401 }, 'a-token')
    const answer = adminCall('/x', { bearer: true }, browser)
    browser.localStorage.removeItem(ADMIN_TOKEN_KEY)
    await expect(answer).rejects.toThrow(ApiError)
    expect(went).toEqual([])
  })

  test('reloads the page on 419, but not repeatedly', async () => {
    const { browser, went } = aBrowser({ status: 419 })
    await Promise.allSettled([call('/x', {}, browser), call('/x', {}, browser)])
    await call('/x', {}, browser).catch(() => {})
    expect(went).toEqual(['reload'])
  })

  test('is passed on with its message and field errors for other statuses', async () => {
    const body = { message: 'Check the form.', errors: { title: { message: 'Title is required.' } } }
    const { went, token, error } = await failure({ status: 422, body })
    expect([went, token()]).toEqual([[], 'a-token'])
    expect([error.status, error.message, error.serverMessage]).toEqual([422, 'Check the form.', 'Check the form.'])
    expect(error.errors).toEqual(body.errors)
    expect(error.body).toEqual(body)
  })

  test('has a sentence when the response has no message', async () => {
    for (const body of ['<html>', '', {}, [], null, { message: 7 }, { message: ' ' }]) {
      const { error } = await failure({ status: 502, body })
      expect([error.serverMessage, error.message]).toEqual([undefined, expect.stringContaining('went wrong')])
    }
  })

  test('has status 0 and a sentence when there is no response', async () => {
    const { browser } = aBrowser()
    const offline = { ...browser, fetch: () => Promise.reject(new TypeError('Failed to fetch')) }
    const error = await call('/x', {}, offline).catch((error: unknown) => error)
    expect(error).toMatchObject({
      status: 0,
      serverMessage: undefined,
      message: expect.stringContaining('reach the server'),
    })
  })
})

describe('field errors in the API client', () => {
  const title = { title: { message: 'Too long.' } }
  test.each<[unknown, FieldErrors]>([
    [{ title: { message: 'Too long.' } }, title],
    [{ title: 'Too long.' }, title],
    [{ title: ['Too long.', 'Too dull.'] }, title],
    [{ title: [{ message: 'Too long.' }] }, title],
    [[{ field: 'title', message: 'Too long.' }], title],
    [['Too long.'], { 0: { message: 'Too long.' } }],
    ['Too long.', { form: { message: 'Too long.' } }],
    [null, {}],
    [7, {}],
    [{ title: 7, summary: [] }, {}],
  ])('are read from %p', (errors, understood) => {
    expect(fieldErrors(errors)).toEqual(understood)
  })
})
