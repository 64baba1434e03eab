import { afterEach, describe, expect, jest, test } from 'bun:test'
import { act, fireEvent, render, screen, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import ContactPage from '#client/contact/contact-page.tsx'
import { FIELD_CHECK_DELAY_MS } from '#client/ui/form/use-field-validation.ts'
import { aSite } from '#tests/helpers/cards.ts'
import { button, fillIn, rejection, showForm } from './open-form.tsx'

const contact = { email: 'hello@acme.example', phone: '(555) 555-0142', hours: 'Always' }

const errorOf = (label: RegExp) => {
  const field = screen.getByLabelText(label)
  const id = field.getAttribute('aria-describedby')?.split(' ')[0] ?? ''
  return field.getAttribute('aria-invalid') === 'true' ? document.getElementById(id)?.textContent : null
}

describe('the contact page', () => {
  test('shows phone, e-mail and hours of site.yml', () => {
    render(
      <MemoryRouter>
        <ContactPage data={null} site={aSite({ contact })} />
      </MemoryRouter>,
    )
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Tell us how your week works')
    expect(screen.getByRole('link', { name: '(555) 555-0142' }).getAttribute('href')).toBe('tel:5555550142')
    expect(screen.getByRole('link', { name: 'hello@acme.example' }).getAttribute('href')).toBe(
      'mailto:hello@acme.example',
    )
    expect(screen.getByText('Always')).toBeTruthy()
  })

  test('shows the company with its address, if site.yml has one', () => {
    const company = { name: 'Miller LLC', address: '12 Mill Street, Portland' }
    render(
      <MemoryRouter>
        <ContactPage data={null} site={aSite({ contact, company })} />
      </MemoryRouter>,
    )
    expect(screen.getByText('Miller LLC, 12 Mill Street, Portland').tagName).toBe('ADDRESS')
  })

  const firstStep = (shown: typeof contact & { response_time?: string }) => {
    render(
      <MemoryRouter>
        <ContactPage data={null} site={aSite({ contact: shown })} />
      </MemoryRouter>,
    )
    const docket = within(screen.getByRole('complementary'))
    expect(docket.getByRole('heading', { name: 'What happens next' })).toBeTruthy()
    return docket.getAllByRole('listitem')[0]?.textContent
  }

  test('promises no response time unless site.yml has one', () => {
    expect(firstStep(contact)).toEndWith('from his team.')
  })

  test('names the response time of site.yml', () => {
    expect(firstStep({ ...contact, response_time: 'within two hours' })).toEndWith('from his team, within two hours.')
  })
})

describe('the contact form', () => {
  test('sends the message and shows thanks in its place', async () => {
    const { user, sent } = showForm()
    await fillIn(user)
    expect(screen.getByText('14 / 5,000')).toBeTruthy()
    await user.click(button())
    const { sending, filledInMs, ...message } = sent[0] ?? {}
    expect(message).toEqual({
      name: 'Ann Baker',
      email: 'ann@bakery.example',
      company: '',
      phone: '',
      message: 'Sixty clients.',
      homepage: '',
    })
    expect([sending, filledInMs]).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), expect.any(Number)])
    const thanks = screen.getByRole('status')
    expect(thanks.textContent).toContain('Thanks, we have your message.')
    expect(thanks.textContent).toEndWith('will answer.')
    expect(document.activeElement).toBe(thanks)
    expect(screen.queryByRole('textbox')).toBeNull()
  })

  test('shows what was sent below the thanks, with phone, hours and what to have ready, but no time of an answer', async () => {
    const { user, container } = showForm()
    await fillIn(user)
    await user.type(screen.getByLabelText('Message'), '{Enter}<b>Six</b> days.')
    await user.click(button())
    const entries = [...container.querySelectorAll('dl > div')].map(({ children }) =>
      [...children].map(({ textContent }) => textContent),
    )
    expect(entries).toEqual([
      ['Name', 'Ann Baker'],
      ['Email', 'ann@bakery.example'],
      ['Message', 'Sixty clients.\n<b>Six</b> days.'],
    ])
    expect(screen.getByRole('link', { name: '555' }).getAttribute('href')).toBe('tel:555')
    expect(screen.getByText('Always')).toBeTruthy()
    expect(screen.getByRole('heading', { name: 'What to have ready for the first call' })).toBeTruthy()
    expect(screen.getAllByRole('listitem')).toHaveLength(3)
  })

  test('sends the message once, however often the button is pressed', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const { user, sent, container } = showForm(() => promise)
    await fillIn(user)
    await user.click(button())
    expect(button().textContent).toContain('Sending')
    await user.click(button())
    const form = container.querySelector('form')
    if (form) fireEvent.submit(form)
    expect(sent).toHaveLength(1)
    await act(async () => resolve())
  })

  test('reports a failed request, keeps the text and can be sent again', async () => {
    const { user, sent } = showForm(rejection(0), rejection(429, { message: 'Please wait a minute.' }))
    await fillIn(user)
    await user.click(button())
    expect(screen.getByRole('alert').textContent).toContain('We could not reach the server.')
    await user.click(button())
    expect(screen.getByRole('alert').textContent).toBe('Please wait a minute.')
    expect(screen.getByLabelText<HTMLTextAreaElement>('Message').value).toBe('Sixty clients.')
    await user.click(button())
    expect(sent).toHaveLength(3)
    expect(screen.getByRole('status').textContent).toContain('Thanks')
  })

  test("shows the server's errors at their fields and in the alert", async () => {
    const message = 'Email must be valid.'
    const { user } = showForm(rejection(422, { message: 'Please check the form.', errors: { email: { message } } }))
    await fillIn(user)
    await user.click(button())
    expect(errorOf(/^Email/)).toBe(message)
    expect(screen.getByRole('alert').textContent).toBe(`${message} Email`)
  })

  test('sends nothing with invalid fields, names them and moves the focus to the alert', async () => {
    const { user, sent } = showForm()
    await user.type(screen.getByLabelText(/^Phone/), '12')
    await user.click(button())
    const alert = screen.getByRole('alert')
    expect(alert.textContent).toBe('You have errors on the form in the field(s) Name, Email, Phone, Message')
    expect(document.activeElement).toBe(alert)
    expect(sent).toEqual([])
    await user.click(within(alert).getByRole('link', { name: 'Phone' }))
    expect(document.activeElement).toBe(screen.getByLabelText(/^Phone/))
    await user.click(within(alert).getByRole('button', { name: 'Dismiss' }))
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('restores its text after a reload, and none after it was sent', async () => {
    const { user, unmount } = showForm()
    await fillIn(user)
    unmount()
    const again = showForm()
    expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Ann Baker')
    expect(screen.getByText('14 / 5,000')).toBeTruthy()
    await again.user.click(button())
    again.unmount()
    showForm()
    expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('')
  })
})

describe('the fields of the contact form are checked', () => {
  afterEach(() => jest.useRealTimers())

  test('when they lose focus', async () => {
    const { user } = showForm()
    await user.click(screen.getByLabelText('Email'))
    expect(errorOf(/^Email/)).toBeNull()
    await user.tab()
    expect(errorOf(/^Email/)).toBe('Email is required.')
    expect(errorOf(/^Name/)).toBeNull()
  })

  test('1,000 ms after typing stops, not before', () => {
    jest.useFakeTimers()
    showForm()
    const type = (value: string) => fireEvent.input(screen.getByLabelText('Email'), { target: { value } })
    const wait = (ms: number) => act(() => jest.advanceTimersByTime(ms))
    type('a')
    wait(FIELD_CHECK_DELAY_MS - 1)
    type('ann')
    wait(FIELD_CHECK_DELAY_MS - 1)
    expect(errorOf(/^Email/)).toBeNull()
    wait(1)
    expect(errorOf(/^Email/)).toBe('Email must be valid.')
    type('ann@bakery.example')
    wait(FIELD_CHECK_DELAY_MS)
    expect(errorOf(/^Email/)).toBeNull()
  })
})
