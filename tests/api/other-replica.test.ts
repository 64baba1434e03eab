import { afterEach, beforeEach, expect, type Mock, spyOn, test } from 'bun:test'
import { adminCall } from '#client/api/admin-http.ts'
import { CANNOT_SAVE_HEADER, OTHER_REPLICA_HEADER } from '#contract/other-replica.ts'
import { aBrowser } from './a-browser.ts'

const json = { content: 'What was typed' }
const save = { method: 'PUT', json, bearer: true } as const
const cannotSave = () =>
  Response.json({ message: 'This could not be stored.' }, { status: 503, headers: { [CANNOT_SAVE_HEADER]: 'true' } })

let waiting: Mock<typeof setTimeout>
/** The client waits until the proxy has noticed. */
beforeEach(() => {
  waiting = spyOn(globalThis, 'setTimeout').mockImplementation(
    Object.assign((done: () => void) => queueMicrotask(done), { __promisify__: setTimeout.__promisify__ }) as never,
  )
})
afterEach(() => {
  waiting.mockRestore()
})

/** A browser whose requests get these responses, in turn. */
function browserWith(...answers: (() => Response)[]) {
  const { browser, calls } = aBrowser({}, 'a-token')
  const fetch = async (path: string, init: RequestInit) => {
    calls.push(new Request(`http://localhost${path}`, init))
    return (answers[calls.length - 1] ?? (() => Response.json({})))()
  }
  return { browser: { ...browser, fetch }, calls }
}

test('sends what a replica cannot save once more, whole and with a header for the proxy, as all requests that follow', async () => {
  const { browser, calls } = browserWith(cannotSave)
  expect((await adminCall('/save', save, browser)).ok).toBe(true)
  await adminCall('/read', {}, browser)
  expect(calls.map(({ headers }) => headers.get(OTHER_REPLICA_HEADER))).toEqual([null, 'true', 'true'])
  expect(await Promise.all(calls.slice(0, 2).map((one) => one.json()))).toEqual([json, json])
})

test('gives up where the other replica cannot save either', async () => {
  const { browser, calls } = browserWith(cannotSave, cannotSave, cannotSave)
  await expect(adminCall('/save', save, browser)).rejects.toMatchObject({
    status: 503,
    serverMessage: 'This could not be stored.',
  })
  expect(calls).toHaveLength(2)
})

test('sends once, and fails no request, where storage is disabled', async () => {
  const { browser, calls } = browserWith(cannotSave)
  const disabled = Object.defineProperty({ ...browser }, 'sessionStorage', {
    get() {
      throw new DOMException('Storage is disabled.', 'SecurityError')
    },
  })
  await expect(adminCall('/save', save, disabled)).rejects.toMatchObject({ status: 503 })
  expect((await adminCall('/read', {}, disabled)).ok).toBe(true)
  expect(calls).toHaveLength(2)
})

test('sends nothing again that is unavailable for another reason', async () => {
  const { browser, calls } = browserWith(() => Response.json({}, { status: 503 }))
  await expect(adminCall('/save', save, browser)).rejects.toMatchObject({ status: 503 })
  expect(calls).toHaveLength(1)
})
