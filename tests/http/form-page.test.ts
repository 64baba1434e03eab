import { describe, expect, test } from 'bun:test'
import { apiPaths, pagePaths } from '#contract/paths.ts'
import { contactEndpoint, signUpEndpoints } from '#server/leads/form-endpoints.ts'
import { UnavailableError } from '#server/lib/errors.ts'
import { appWith } from '#tests/helpers/endpoints.ts'
import { another } from '#tests/registration/a-registration.ts'

const full = async () => {
  throw new UnavailableError('Too many sign-ups at once.', 5)
}
const form = {
  limits: undefined,
  email: () => 'hello@acme.example',
  tls: undefined,
}
const store = { add: full, isHealthy: () => true }
const app = appWith([
  ...signUpEndpoints({ ...form, signUps: store, redirect: () => '/welcome' }),
  contactEndpoint({ ...form, messages: store }),
])

/** Posts a form as a browser without scripts does. */
async function send(path: string, fields: Record<string, unknown>) {
  const body = new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, String(value)]))
  const answer = await app.handle(
    new Request(`http://localhost${path}`, { method: 'POST', body, headers: { accept: 'text/html' } }),
  )
  return { answer, page: await answer.text() }
}
/** What a browser would send with the form of a page. */
function fieldsIn(page: string): Record<string, string> {
  const found: Record<string, string> = {}
  let select = ''
  const textOf = (element: HTMLRewriterTypes.Element) => element.getAttribute('value') ?? ''
  const decoded = (text: string) =>
    text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&')
  new HTMLRewriter()
    .on('input', {
      element(input) {
        const isBox = input.getAttribute('type') === 'checkbox'
        const value = isBox ? 'on' : decoded(textOf(input))
        if (!isBox || input.hasAttribute('checked')) found[input.getAttribute('name') ?? ''] = value
      },
    })
    .on('select', {
      element(one) {
        select = one.getAttribute('name') ?? ''
      },
    })
    .on('option[selected]', {
      element(option) {
        found[select] = textOf(option)
      },
    })
    .on('textarea', {
      element(area) {
        select = area.getAttribute('name') ?? ''
      },
      text({ text }) {
        found[select] = (found[select] ?? '') + decoded(text)
      },
    })
    .transform(page)
  return found
}

describe('a form that is sent without JavaScript to a full server', () => {
  test('returns with 503 and Retry-After, and every field but the passwords has its value', async () => {
    const typed = another(1, { company: '"Ann" & <b>Co</b>', country: 'Canada', postalCode: 'K1A 0B1', plan: 3 })
    const path = `${pagePaths.tryForFree}/a-word?plan=3`
    const { answer, page } = await send(path, { ...typed, subscriptionAgreement: 'on', homepage: '' })
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5'])
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(page).toContain('Too many sign-ups at once.')
    expect(page).toContain(`<form method="post" action="${path}">`)
    const { reCaptchaToken: _, password, password_confirmation, ...kept } = typed
    expect(fieldsIn(page)).toEqual({
      ...(kept as Record<string, string>),
      plan: '3',
      subscriptionAgreement: 'on',
      homepage: '',
      password: '',
      password_confirmation: '',
    })
    expect(page).not.toContain('<b>')
    expect(page).not.toContain(String(password))
    expect(password_confirmation).toBe(password)
  })

  test('does not agree for the visitor', async () => {
    const { answer, page } = await send(apiPaths.register, another(2))
    expect([answer.status, fieldsIn(page)]).toEqual([422, {}])
  })

  test('returns a message, which can be sent as it is', async () => {
    const typed = { name: 'Ann', company: '', email: 'ann@bakery.example', phone: '', message: 'One\n<two> & "3"' }
    const { answer, page } = await send(apiPaths.contactMessages, { ...typed, sending: '', homepage: '' })
    expect(answer.status).toBe(503)
    expect(fieldsIn(page)).toEqual({ ...typed, sending: '', homepage: '' })
  })

  test('returns nothing that it did not ask for', async () => {
    const { page } = await send(apiPaths.contactMessages, {
      name: 'Ann',
      email: 'ann@bakery.example',
      message: 'Hello',
      sending: '',
      homepage: '',
      zebra: 'a stripe',
    })
    expect(page).not.toMatch(/zebra|stripe/)
  })
})
