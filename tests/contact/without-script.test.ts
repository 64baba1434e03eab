import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { apiPaths } from '#contract/paths.ts'
import { recordsAt } from '#tests/helpers/stores.ts'
import { type TestApp, testApp } from '#tests/helpers/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const typed = {
  name: 'Ann',
  company: '',
  email: 'ann@bakery.example',
  phone: '',
  message: 'Sixty clients.',
  homepage: '',
}

/** Posts the form as a browser does. */
const send = (fields: Record<string, string>, headers: Record<string, string> = {}) =>
  app.send('POST', apiPaths.contactMessages, {
    form: { sending: '', ...typed, ...fields },
    headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8', ...headers },
  })

describe('POST /api/contact-messages without JavaScript', () => {
  test('is sent by a plain form, and the page has the thank-you that the response links to', async () => {
    const page = await (await app.get('/contact-us')).text()
    const form = /<form[^>]*>/.exec(page)?.[0]
    expect(form).toContain(`action="${apiPaths.contactMessages}" method="post"`)
    expect(
      [
        /<div id="sent" tabindex="-1"[^>]*><h2>Thanks, /,
        /novalidate|<body>.*<noscript>/i,
        /What you sent|What to have ready/,
      ].map((one) => one.test(page)),
    ).toEqual([true, false, false])
  }, 60_000)

  test('has the response time of site.yml in the thank-you', async () => {
    const site = await Bun.file(`${app.dir}/content/site.yml`).text()
    const write = (text: string) => app.content.change(async (tx) => tx.write('site.yml', text))
    await write(site.replace('contact:\n', 'contact:\n  response_time: within two hours\n'))
    expect(await (await app.get('/contact-us')).text()).toContain('will answer within two hours.</p>')
    await write(site)
  }, 60_000)

  test('stores the message and redirects to the thank-you with 303', async () => {
    const answer = await send({})
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/contact-us#sent'])
    expect(await recordsAt(`${app.dir}/storage/private/contact-messages.jsonl`)).toContain('Sixty clients.')
  })

  test('validates the same way, and shows errors on a page that repeats no input', async () => {
    const answer = await send({ email: '<b>zebra', message: ' ' })
    const page = await answer.text()
    expect([answer.status, answer.headers.get('content-type')]).toEqual([422, 'text/html; charset=utf-8'])
    expect(page).toContain('<h1>Your message was not sent</h1>')
    expect(page).toContain('<li>Email: Email must be valid.</li><li>Message: Message is required.</li>')
    expect(page).not.toContain('zebra')
  })

  test('is rejected from another website', async () => {
    expect((await send({}, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
  })

  test('answers a script that posts a form like any script', async () => {
    const answers = [await send({}, { accept: '*/*' }), await send({}, { 'x-requested-with': 'XMLHttpRequest' })]
    expect(answers.map(({ status }) => status)).toEqual([201, 201])
  })
})
