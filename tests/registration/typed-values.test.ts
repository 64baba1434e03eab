import { describe, expect, test } from 'bun:test'
import { AccountChangeSchema, InvitationSchema } from '#contract/account-forms.ts'
import { ContactMessageSchema } from '#contract/contact.ts'
import { LoginSchema } from '#contract/login.ts'
import { CreateTermsSchema } from '#contract/posts.ts'
import { RegistrationSchema } from '#contract/registration.ts'
import { isEmail, validate } from '#contract/validate.ts'
import { readConfig } from '#server/config.ts'
import { mailSettings } from '#server/lib/mailer.ts'
import { aRegistration } from './a-registration.ts'

const message = { name: 'Ann', email: 'ann@bakery.example', message: 'Sixty clients.' }
const password = 'correct horse battery'
/** What each place that takes an e-mail address reads; `undefined` where it rejects it. */
const places: [string, (email: string) => unknown][] = [
  ['the sign-up', (email) => emailIn(validate(RegistrationSchema, { ...aRegistration(), email }))],
  ['the contact form', (email) => emailIn(validate(ContactMessageSchema, { ...message, email }))],
  ['the login', (email) => emailIn(validate(LoginSchema, { email, password }))],
  ['an invitation', (email) => emailIn(validate(InvitationSchema, { email }))],
  ['the account page', (email) => emailIn(validate(AccountChangeSchema, { email }))],
  ['ADMIN_EMAIL', (email) => attempt(() => readConfig({ ADMIN_EMAIL: email }).adminEmail)],
]
const emailIn = (found: ReturnType<typeof validate>) =>
  found.ok && typeof found.value === 'object' && found.value && 'email' in found.value ? found.value.email : undefined
function attempt(read: () => unknown) {
  try {
    return read()
  } catch {
    return
  }
}
const isMail = (to: string) => typeof mailSettings('smtp://localhost', to, to) === 'object'

describe.each(places)('%s', (_, read) => {
  test.each([
    ["pat.o'neil@example.com", "pat.o'neil@example.com"],
    ['ana+blog@bäckerei.example', 'ana+blog@xn--bckerei-5wa.example'],
    ['ana@xn--bckerei-5wa.example', 'ana@xn--bckerei-5wa.example'],
    ['li@例子.中国', 'li@xn--fsqu00a.xn--fiqs8s'],
    ['o@пример.рф', 'o@xn--e1afmkfd.xn--p1ai'],
    ['\u200B\u202Aann@bakery.example\u202C\u00A0\uFEFF', 'ann@bakery.example'],
  ])('reads the e-mail address %s', (typed, email) => expect(read(typed)).toBe(email))

  test.each([
    'ann',
    'ann@bakery',
    'ann@@bakery.example',
    'a b@bakery.example',
    'ann@-bakery.example',
    'ann@bakery..example',
    'jörg@bakery.example',
    'ann@ba\u200Bkery.example',
  ])('rejects the e-mail address %s', (typed) => expect(read(typed)).toBeUndefined())
})

test.each(["pat.o'neil@example.com", 'ana@bäckerei.example', 'ann@bakery', 'a@v.example, b@v.example'])(
  'MAIL_TO and MAIL_FROM follow the rule of the forms for %s',
  (typed) => expect(isMail(typed)).toBe(isEmail(typed)),
)

describe('invisible characters around a pasted value', () => {
  const withInvisible = (typed: string) => `\u2066\u200B\u00A0${typed}\u202E\uFEFF \u2069`

  test('are trimmed in each field of a form, not in passwords', () => {
    const typed = aRegistration()
    const secret = '\u200Bcorrect horse\u00A0'
    const texts = [
      'firstName',
      'lastName',
      'jobTitle',
      'email',
      'phone',
      'company',
      'streetNumber',
      'streetName',
      'city',
      'state',
      'postalCode',
      'username',
    ] as const
    const pasted = Object.fromEntries(texts.map((name) => [name, withInvisible(String(typed[name]))]))
    const found = validate(RegistrationSchema, { ...typed, ...pasted, password: secret, password_confirmation: secret })
    expect(found).toEqual({
      ok: true,
      value: expect.objectContaining({
        ...typed,
        plan: Number(typed.plan),
        password: secret,
        password_confirmation: secret,
      }),
    })
  })

  test('leave nothing of a field that has nothing else', () => {
    const found = validate(ContactMessageSchema, { ...message, name: '\u200B\u2060' })
    expect(found.ok ? found : found.errors).toEqual({ name: { message: 'Name is required.' } })
  })

  test('are trimmed from names of categories and tags, and stay inside of words', () => {
    const found = validate(CreateTermsSchema, { name: [withInvisible('Rye'), 'نان\u200Cها'] })
    expect(found).toEqual({ ok: true, value: { name: ['Rye', 'نان\u200Cها'] } })
  })
})
