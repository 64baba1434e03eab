import { afterEach, describe, expect, jest, test } from 'bun:test'
import { act, fireEvent, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import { ContactForm } from '#client/contact/contact-form.tsx'
import ContactScreen from '#client/contact/contact-screen.tsx'
import { FIELD_CHECK_DELAY_MS } from '#contract/limits.ts'
import { aSite } from '#tests/helpers/cards.ts'

const contact = { email: 'hello@acme.example', phone: '(555) 555-0142', hours: 'Always' }

/** The form, and the links that it opened. */
function showForm() {
  const opened: string[] = []
  render(<ContactForm contact={contact} name="Acme" open={(link) => opened.push(link)} />)
  return { user: userEvent.setup(), opened }
}
const button = () => screen.getByRole('button', { name: 'Open in your mail program' })
const errorOf = (label: RegExp) => {
  const field = screen.getByLabelText(label)
  const id = field.getAttribute('aria-describedby')?.split(' ')[0] ?? ''
  return field.getAttribute('aria-invalid') === 'true' ? document.getElementById(id)?.textContent : null
}

describe('the contact page (§2, decision 34)', () => {
  test('says how the vendor is reached: phone, e-mail and hours of site.yml', () => {
    render(
      <MemoryRouter>
        <ContactScreen data={null} site={aSite({ contact })} />
      </MemoryRouter>,
    )
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Tell us how your week works')
    expect(screen.getByRole('link', { name: '(555) 555-0142' }).getAttribute('href')).toBe('tel:5555550142')
    expect(screen.getByRole('link', { name: 'hello@acme.example' }).getAttribute('href')).toBe(
      'mailto:hello@acme.example',
    )
    expect(screen.getByText('Always')).toBeTruthy()
  })

  test('says what happens then, in this order', () => {
    render(
      <MemoryRouter>
        <ContactScreen data={null} site={aSite()} />
      </MemoryRouter>,
    )
    const docket = within(screen.getByRole('complementary'))
    expect(docket.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'A callYou show how orders reach you now.',
      'A set-upWe load your products, clients and prices. Free.',
      'A monthYou run real orders. No money down, no contracts.',
    ])
  })
})

describe('its form', () => {
  test('opens the mail program with the message, and says that nothing was sent yet', async () => {
    const { user, opened } = showForm()
    await user.type(screen.getByLabelText('Your name'), 'Ann Baker')
    await user.type(screen.getByLabelText('Email'), 'ann@bakery.example')
    await user.type(screen.getByLabelText('What should we know?'), 'Sixty clients.')
    expect(screen.getByText('14 / 5,000')).toBeTruthy()
    expect(screen.getByRole('status').textContent).toContain('It is sent when you send it there.')
    await user.click(button())
    expect(opened).toHaveLength(1)
    expect(opened[0]).toStartWith(
      'mailto:hello@acme.example?subject=To%20Acme%20from%20Ann%20Baker&body=Sixty%20clients.',
    )
    expect(screen.getByRole('status').textContent).toContain('write to hello@acme.example')
  })

  test('with mistakes opens nothing, names the fields, and takes the focus to what it says', async () => {
    const { user, opened } = showForm()
    await user.type(screen.getByLabelText(/^Phone/), '12')
    await user.click(button())
    const alert = screen.getByRole('alert')
    expect(alert.textContent).toBe(
      'You have errors on the form in the field(s) Your name, Email, Phone, What should we know?',
    )
    expect(document.activeElement).toBe(alert)
    expect(opened).toEqual([])
    await user.click(within(alert).getByRole('button', { name: 'Dismiss' }))
    expect(screen.queryByRole('alert')).toBeNull()
  })
})

describe('fields are checked (§4)', () => {
  afterEach(() => jest.useRealTimers())

  test('when they are left', async () => {
    const { user } = showForm()
    await user.click(screen.getByLabelText('Email'))
    expect(errorOf(/^Email/)).toBeNull()
    await user.tab()
    expect(errorOf(/^Email/)).toBe('Email is required.')
    expect(errorOf(/^Your name/)).toBeNull()
  })

  test('1000 ms after typing stops, and not before', () => {
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
