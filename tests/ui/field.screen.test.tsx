import { describe, expect, test } from 'bun:test'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Field } from '#client/ui/form/field.tsx'
import { PasswordInput, Select, TextArea, TextInput } from '#client/ui/form/inputs.tsx'

const described = (control: HTMLElement) =>
  (control.getAttribute('aria-describedby') ?? '').split(' ').map((id) => document.getElementById(id)?.textContent)

describe('a form field', () => {
  test('labels any control inside it', () => {
    render(
      <>
        <Field label="Title">
          <TextInput />
        </Field>
        <Field label="Content (HTML)">
          <TextArea code />
        </Field>
        <Field label="Category">
          <Select>
            <option>Production</option>
          </Select>
        </Field>
      </>,
    )
    expect(screen.getByLabelText('Title').tagName).toBe('INPUT')
    expect(screen.getByLabelText('Content (HTML)').tagName).toBe('TEXTAREA')
    expect(screen.getByRole('combobox', { name: 'Category' }).tagName).toBe('SELECT')
  })

  test('marks the control invalid and links the message with an error', () => {
    render(
      <Field label="Email" error="Email must be valid." hint="We answer within a day." counter="4 / 60">
        <TextInput />
      </Field>,
    )
    const email = screen.getByLabelText('Email')
    expect(email.getAttribute('aria-invalid')).toBe('true')
    expect(described(email)).toEqual(['Email must be valid.', 'We answer within a day.4 / 60'])
  })

  test('is neither invalid nor described without an error', () => {
    render(
      <Field label="Phone" optional>
        <TextInput />
      </Field>,
    )
    const phone = screen.getByLabelText('Phone (optional)')
    expect(phone.hasAttribute('aria-invalid')).toBe(false)
    expect(phone.hasAttribute('aria-describedby')).toBe(false)
  })
})

describe('a password field', () => {
  test('is hidden until Show is pressed, and hidden again by Hide', async () => {
    render(
      <Field label="Password">
        <PasswordInput defaultValue="correct horse" />
      </Field>,
    )
    const password = screen.getByLabelText('Password')
    expect(password.getAttribute('type')).toBe('password')
    await userEvent.tab()
    await userEvent.tab()
    await userEvent.keyboard(' ')
    expect(password.getAttribute('type')).toBe('text')
    const hide = screen.getByRole('button', { pressed: true })
    expect(hide.textContent).toBe('Hide')
    await userEvent.click(hide)
    expect(password.getAttribute('type')).toBe('password')
  })
})
