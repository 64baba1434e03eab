import { describe, expect, test } from 'bun:test'
import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { filterPostalCode, maskPhone } from '#client/registration/input-masks.ts'

import { RegistrationForm } from '#client/registration/registration-form.tsx'
import { isPhone } from '#contract/validate.ts'

const input = (label: string) => screen.getByLabelText<HTMLInputElement>(label)

function showForm() {
  render(<RegistrationForm plan={1} agreement="documents/b.pdf" />)
  return userEvent.setup()
}

describe('the mask of the phone field', () => {
  test.each([
    ['5', '(5'],
    ['555', '(555'],
    ['5551', '(555) 1'],
    ['555123', '(555) 123'],
    ['5551234', '(555) 123 - 4'],
    ['5551234567', '(555) 123 - 4567'],
    ['5551234567x', '(555) 123 - 4567 x'],
    ['5551234567x12345', '(555) 123 - 4567 x1234'],
    ['15551234567', '1 (555) 123 - 4567'],
    ['1234567890', '(123) 456 - 7890'],
    ['55512345678901234567890', '(555) 123 - 4567'],
    ['+1 555.123.4567 ext. 12', '+1 (555) 123 - 4567 x12'],
    ['+52 55 1234 5678', '(551) 234 - 5678'],
    ['call me', ''],
    ['555x', '(555'],
    ['+', '+'],
  ])('formats %s as %s', (typed, written) => expect(maskPhone(typed)).toBe(written))

  test('writes a number that the server accepts and that masking again does not change', () => {
    for (const typed of ['5551234567', '5551234567X1', '15551234567x1234', '+15551234567x1234']) {
      const written = maskPhone(typed)
      expect([written, isPhone(written)]).toEqual([written, true])
      expect(maskPhone(written)).toBe(written)
    }
  })

  test('works while typing, pasting and deleting', async () => {
    const user = showForm()
    const phone = input('Phone')
    await user.type(phone, '555a123-4567')
    expect(phone.value).toBe('(555) 123 - 4567')
    await user.type(phone, '{Backspace}{Backspace}{Backspace}{Backspace}{Backspace}')
    expect(phone.value).toBe('(555) 12')
    await user.clear(phone)
    await user.paste('+1 (555) 987-6543 x9')
    expect(phone.value).toBe('+1 (555) 987 - 6543 x9')
    fireEvent.input(phone, { target: { value: '5559876543' } })
    expect(phone.value).toBe('(555) 987 - 6543')
  })

  test('keeps the caret behind the typed digit, even in the middle', async () => {
    const user = showForm()
    const phone = input('Phone')
    await user.type(phone, '555123456')
    await user.type(phone, '9', { initialSelectionStart: 2, initialSelectionEnd: 2 })
    expect(phone.value).toBe('(595) 512 - 3456')
    expect(phone.selectionStart).toBe(3)
  })
})

describe('typing a postal code', () => {
  test('accepts only digits and a hyphen, at most 10 characters', () => {
    expect(filterPostalCode('97a2 01-1234', 'United States')).toBe('97201-1234')
    expect(filterPostalCode('123456789012', 'Mexico')).toBe('1234567890')
  })

  test('accepts letters and a space in Canada and converts to upper case', () => {
    expect(filterPostalCode('k1a 0b1', 'Canada')).toBe('K1A 0B1')
    expect(filterPostalCode('k1a_0b1é', 'Canada')).toBe('K1A0B1')
  })

  test('follows the country and says when letters were removed', async () => {
    const user = showForm()
    const postal = input('Postal Code')
    expect(postal.inputMode).toBe('numeric')
    await user.type(postal, 'K1A')
    expect(postal.value).toBe('1')
    expect(screen.getByText('Digits and a hyphen only. For letters, choose Canada as the country.')).toBeTruthy()
    await user.selectOptions(screen.getByLabelText('Country'), 'Canada')
    expect(postal.inputMode).toBe('text')
    await user.clear(postal)
    await user.type(postal, 'k1a 0b1')
    expect(postal.value).toBe('K1A 0B1')
    expect(screen.queryByText(/For letters/)).toBeNull()
  })
})

describe('keyboards and autofill of the sign-up form', () => {
  test.each([
    ['First Name', 'given-name', ''],
    ['Last Name', 'family-name', ''],
    ['Job Title', 'organization-title', ''],
    ['Email', 'email', 'email'],
    ['Phone', 'tel', 'tel'],
    ['Company', 'organization', ''],
    ['Street Name', 'address-line1', ''],
    ['City', 'address-level2', ''],
    ['State', 'address-level1', ''],
    ['Postal Code', 'postal-code', 'numeric'],
    ['Username', 'username', ''],
    ['Password', 'new-password', ''],
    ['Password Confirmation', 'new-password', ''],
  ])('set %s: %s', (label, autocomplete, mode) => {
    showForm()
    const { autocomplete: has, inputMode } = input(label)
    expect([has, inputMode]).toEqual([autocomplete, mode])
  })
})
