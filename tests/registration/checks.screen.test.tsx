import { afterEach, describe, expect, jest, test } from 'bun:test'
import { act, fireEvent, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import { loadSignUp } from '#client/app/routing/page-loaders.ts'
import RegistrationPage, { head as headSignUp } from '#client/registration/registration-page.tsx'
import { FIELD_CHECK_DELAY_MS } from '#client/ui/form/use-field-validation.ts'
import { aSite } from '#tests/helpers/cards.ts'
import { aCompany } from './a-company.ts'
import { button, errorOf, fillIn, input, showForm } from './sign-up-form.tsx'

const showScreen = () =>
  render(
    <MemoryRouter>
      <RegistrationPage data={{ plan: 1 }} site={aSite()} />
    </MemoryRouter>,
  )
const choice = (label: string) => screen.getByLabelText<HTMLSelectElement>(label)

describe('the sign-up page', () => {
  test('has all fields in order, with United States and Basic selected', () => {
    const { container } = showScreen()
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Register For Acme')
    expect(screen.getByText('One month free. No money down, no contracts. All fields are required.')).toBeTruthy()
    const labels = [...container.querySelectorAll('fieldset label')].map(({ textContent }) => textContent)
    expect(labels).toEqual([
      'First Name',
      'Last Name',
      'Job Title',
      'Email',
      'Phone',
      'Company',
      'Street Number',
      'Street Name',
      'City',
      'State',
      'Postal Code',
      'Country',
      'Software Edition',
      'Username',
      'Password',
      'Password Confirmation',
    ])
    expect([choice('Country').value, choice('Software Edition').value]).toEqual(['United States', '1'])
    expect([...choice('Country').options].map(({ text }) => text)).toEqual(['Canada', 'Mexico', 'United States'])
    expect([...choice('Software Edition').options].map(({ value, text }) => `${value} ${text}`)).toEqual([
      '1 Basic',
      '2 Professional',
      '3 Business',
      '4 Enterprise',
    ])
    expect(
      within(container)
        .getAllByRole('group')
        .map((one) => one.querySelector('legend')?.textContent),
    ).toEqual(['About you', 'Your business', 'Your login'])
  })

  test('offers the agreement for download next to its checkbox', () => {
    showScreen()
    const link = screen.getByRole('link', { name: 'subscription agreement' })
    expect([link.getAttribute('href'), link.hasAttribute('download')]).toEqual(['/storage/documents/b.pdf', true])
    expect(screen.getByRole('checkbox', { name: 'I agree to the subscription agreement (download)' })).toBeTruthy()
  })

  test('shows and hides the password, counts it, and states its minimum length', async () => {
    const { user } = showForm()
    expect(screen.getByText('Password must be at least 8 characters long')).toBeTruthy()
    await user.type(input('Password'), 'sourdough')
    expect(screen.getByText('9 / 60')).toBeTruthy()
    const [show] = screen.getAllByRole('button', { name: 'Show password' })
    if (show) await user.click(show)
    expect(input('Password').type).toBe('text')
    expect(input('Password Confirmation').type).toBe('password')
  })

  test('replaces the hint of the password with its error', async () => {
    const { user } = showForm()
    await user.type(input('Password'), 'sour')
    await user.tab()
    expect(screen.getAllByText('Password must be at least 8 characters long')).toHaveLength(1)
    expect(errorOf('Password')).toBe('Password must be at least 8 characters long')
    expect(screen.getByText('4 / 60')).toBeTruthy()
  })

  test('hides the honeypot from eyes, keyboards and screen readers', () => {
    const { container } = showForm()
    const trap = container.querySelector<HTMLInputElement>('[name=homepage]')
    expect([trap?.tabIndex, trap?.autocomplete, trap?.value]).toEqual([-1, 'off', ''])
    expect(trap?.closest('[aria-hidden=true]')).toBeTruthy()
  })

  test('posts to its own URL with the token without JavaScript', () => {
    const { container } = showForm()
    const form = container.querySelector('form')
    expect([form?.getAttribute('method'), form?.getAttribute('action')]).toEqual(['post', null])
  })
})

describe('the plan parameter of the sign-up page', () => {
  const opened = (query: string) =>
    loadSignUp({ plans: async () => [] }, { params: {}, search: new URLSearchParams(query) }).then(({ plan }) => plan)

  test('selects the edition, and an unknown plan selects the first', async () => {
    expect(await Promise.all(['plan=2', 'plan=4', 'plan=5', 'plan=0', ''].map(opened))).toEqual([2, 4, 1, 1, 1])
    showForm({ plan: 4 })
    expect(choice('Software Edition').selectedOptions[0]?.text).toBe('Enterprise')
  })

  test('is updated when the reader selects another edition', async () => {
    history.replaceState(null, '', '/pricing/try-for-free/a-word?plan=2')
    const { user } = showForm({ plan: 2 })
    await user.selectOptions(choice('Software Edition'), 'Business')
    expect(location.search).toBe('?plan=3')
  })
})

describe('the summary of the sign-up', () => {
  const prices = [1, 2, 3, 4].map((step) => ({ monthly_price: 10 * step + 4.5, annual_price: 10 * step }))
  const summary = () => screen.getByRole('complementary', { name: 'Your free month' })
  const steps = () => within(summary()).getAllByRole('listitem')
  const show = () => {
    render(
      <MemoryRouter>
        <RegistrationPage data={{ plan: 2, plans: prices }} site={aSite()} />
      </MemoryRouter>,
    )
    return userEvent.setup()
  }

  test('has the edition, its price and the end of the trial, also after another choice', async () => {
    const user = show()
    expect(summary().textContent).toContain('Professional edition')
    expect(summary().textContent).toContain('$20 per person per month, billed annually, or $24.50 month by month.')
    expect(summary().textContent).toContain('If you do nothing, it ends and you owe nothing.')
    await user.selectOptions(choice('Software Edition'), 'Enterprise')
    expect(summary().textContent).toContain('Enterprise edition')
    expect(summary().textContent).toContain('$40 per person')
  })

  test('shows no price that could not be loaded', async () => {
    const fails = { plans: () => Promise.reject(new Error('offline')) }
    const opened = await loadSignUp(fails, { params: {}, search: new URLSearchParams() })
    expect(opened).toEqual({ plan: 1, plans: [] })
    showScreen()
    expect(summary().textContent).toContain('Basic edition')
    expect(summary().textContent).not.toContain('$')
  })

  test('counts the accepted fields of each group', async () => {
    const user = show()
    expect(steps().map((one) => one.textContent)).toEqual([
      'About you0 of 5',
      'Your business2 of 8',
      'Your login0 of 3',
    ])
    await user.type(input('Username'), 'rosadelgado')
    await user.type(input('Password'), 'sourdough-18h')
    await user.type(input('Password Confirmation'), 'sourdough')
    expect(steps()[2]?.textContent).toBe('Your login2 of 3')
    await user.type(input('Password Confirmation'), '-18h')
    expect(steps()[2]?.textContent).toBe('Your loginDone')
  })

  test('is before the fields, and "What happens next" before the agreement', () => {
    const { container } = showScreen()
    const parts = container.querySelectorAll('aside, fieldset, [type=checkbox], [type=submit]')
    expect(Array.from(parts, ({ localName }) => localName)).toEqual([
      'aside',
      'fieldset',
      'fieldset',
      'fieldset',
      'aside',
      'input',
      'button',
    ])
  })
})

test('shows before the agreement what the visitor can hold the vendor to, in another tab, so that what is typed stays', () => {
  const { container } = showScreen()
  const links = [...container.querySelectorAll<HTMLAnchorElement>('a[href^="/subscription-agreement#"]')]
  expect(links.map(({ target, rel }) => [target, rel])).toEqual(Array(4).fill(['_blank', 'noopener']))
  const box = screen.getByRole('checkbox')
  for (const link of links)
    expect(link.compareDocumentPosition(box) & Node.DOCUMENT_POSITION_FOLLOWING).toBeGreaterThan(0)
})

test('redirects an invalid token to the page without one', () => {
  expect(headSignUp({ plan: 1, token: 'broken' }, aSite()).redirectTo).toBe('/pricing/try-for-free')
  expect(headSignUp({ plan: 1, token: 'given' }, aSite()).redirectTo).toBeUndefined()
})

describe('a submit with invalid fields', () => {
  test('names every invalid field, marks it and focuses the alert', async () => {
    const { user, sent } = showForm()
    await user.click(button())
    const alert = screen.getByRole('alert')
    expect(alert.textContent).toBe(
      `You have errors on the form in the field(s) ${Object.keys(aCompany).join(', ')}, Subscription Agreement`,
    )
    expect(document.activeElement).toBe(alert)
    for (const label of Object.keys(aCompany)) expect(errorOf(label)).toBe(`${label} is required.`)
    const box = screen.getByRole('checkbox')
    expect(box.getAttribute('aria-invalid')).toBe('true')
    expect(sent).toEqual([])
  })

  test('links to the fields from the alert, which its button dismisses', async () => {
    const { user } = showForm()
    await fillIn(user, { Email: 'rosa@delgadobread', 'Postal Code': '9720' })
    await user.click(button())
    const alert = screen.getByRole('alert')
    expect(alert.textContent).toBe('You have errors on the form in the field(s) Email, Postal Code')
    await user.click(within(alert).getByRole('link', { name: 'Postal Code' }))
    expect(document.activeElement).toBe(input('Postal Code'))
    await user.click(within(alert).getByRole('button', { name: 'Dismiss' }))
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test.each([
    ['Email', 'rosa@delgadobread', 'Email must be valid.'],
    ['Phone', '503', 'Phone must be a valid phone number.'],
    ['Postal Code', '9720', 'This is not a valid Postal Code.'],
    ['First Name', 'x'.repeat(61), 'First Name must be at most 60 characters long'],
    ['Street Number', 'x'.repeat(11), 'Street Number must be at most 10 characters long'],
    ['Username', 'rosa', 'Username must be at least 8 characters long'],
    ['Username', 'x'.repeat(61), 'Username must be at most 30 characters long'],
    ['Password Confirmation', 'sourdough-19h', 'Does not match password'],
  ])('%s, %s: %s', async (label, text, message) => {
    const { user, sent } = showForm()
    await fillIn(user, { [label]: text })
    await user.click(button())
    expect(errorOf(label)).toBe(message)
    expect(sent).toEqual([])
  })
})

describe('fields of the sign-up are checked', () => {
  afterEach(() => jest.useRealTimers())

  test('when they lose focus', async () => {
    const { user } = showForm()
    await user.click(input('First Name'))
    expect(errorOf('First Name')).toBeNull()
    await user.tab()
    expect([errorOf('First Name'), errorOf('Last Name')]).toEqual(['First Name is required.', null])
  })

  test('1,000 ms after typing stops, not before', () => {
    jest.useFakeTimers()
    showForm()
    const wait = (ms: number) => act(() => void jest.advanceTimersByTime(ms))
    fireEvent.input(input('Email'), { target: { value: 'rosa@' } })
    wait(FIELD_CHECK_DELAY_MS - 1)
    expect(errorOf('Email')).toBeNull()
    wait(1)
    expect(errorOf('Email')).toBe('Email must be valid.')
  })

  test('again for the confirmation when the password changes and the postal code when the country does', async () => {
    const { user } = showForm()
    await user.type(input('Password Confirmation'), 'sourdough-18h')
    await user.tab()
    expect(errorOf('Password Confirmation')).toBe('Does not match password')
    await user.type(input('Password'), 'sourdough-18h')
    await user.tab()
    expect(errorOf('Password Confirmation')).toBeNull()

    await user.selectOptions(choice('Country'), 'Canada')
    await user.type(input('Postal Code'), 'K1A 0B1')
    await user.selectOptions(choice('Country'), 'Mexico')
    await user.click(choice('Country'))
    await user.tab()
    expect(errorOf('Postal Code')).toBe('This is not a valid Postal Code.')
  })
})
