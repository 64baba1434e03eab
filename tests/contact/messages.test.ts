import { afterEach, describe, expect, test } from 'bun:test'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { MESSAGES_PER_ADDRESS } from '#contract/limits.ts'
import { apiPaths } from '#contract/paths.ts'
import { isPostgres, recordsAt } from '#tests/helpers/stores.ts'
import { type TestApp, testApp } from '#tests/helpers/test-app.ts'

let app: TestApp
afterEach(() => app.close())

const message = {
  name: 'Ann',
  company: '',
  email: 'ann@bakery.example',
  phone: '555-555-0142',
  message: 'Sixty clients,\nsix days.',
}
const fileOf = ({ dir }: TestApp) => join(dir, 'storage', 'private', 'contact-messages.jsonl')

describe('POST /api/contact-messages', () => {
  test('stores the message before it responds', async () => {
    app = await testApp()
    const answer = await app.post(apiPaths.contactMessages, { ...message, extra: 'x' })
    expect([answer.status, await answer.json()]).toEqual([201, { message: 'Thanks, we have your message.' }])
    const [line = '', ...rest] = (await recordsAt(fileOf(app))).split('\n')
    expect(rest).toEqual([''])
    expect(JSON.parse(line)).toEqual({
      ...message,
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
      at: expect.any(String),
      marks: [],
      address: '',
    })
    if (!isPostgres) expect((await stat(fileOf(app))).mode & 0o777).toBe(0o600)
    expect(app.logged.join()).not.toMatch(/Ann|bakery|Sixty/)
  })

  test('accepts a form and reports errors in form order', async () => {
    app = await testApp()
    expect((await app.send('POST', apiPaths.contactMessages, { form: message })).status).toBe(201)
    const wrong = await app.send('POST', apiPaths.contactMessages, { form: { phone: 'none' } })
    expect(wrong.status).toBe(422)
    expect(Object.keys((await wrong.json()).errors)).toEqual(['name', 'email', 'phone', 'message'])
  })

  test('stores a hundred concurrent messages as a hundred lines', async () => {
    app = await testApp({ env: { RATE_LIMITS: 'off' } })
    const texts = Array.from({ length: 100 }, (_, n) => `Message ${n}`)
    await Promise.all(texts.map((one) => app.post(apiPaths.contactMessages, { ...message, message: one })))
    const lines = (await recordsAt(fileOf(app))).trim().split('\n')
    expect(lines.map((line) => JSON.parse(line).message).sort()).toEqual(texts.sort())
  })

  test('answers 429 to too many messages from one address', async () => {
    app = await testApp()
    for (let n = 0; n < MESSAGES_PER_ADDRESS; n++) await app.post(apiPaths.contactMessages, message)
    const answer = await app.post(apiPaths.contactMessages, message)
    expect(answer.status).toBe(429)
    expect(await answer.json()).toEqual({
      message: 'Too many messages from your network. Please try again in 15 minutes.',
    })
  })
})
