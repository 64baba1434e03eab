import { describe, expect, test } from 'bun:test'
import { fireEvent, screen } from '@testing-library/react'
import { states } from '#client/registration/use-country.ts'
import { RegistrationSchema } from '#contract/registration.ts'
import { validate } from '#contract/validate.ts'
import { input, showForm } from './sign-up-form.tsx'

const offered = () => Array.from(input('State').list?.options ?? [], ({ value }) => value)
const choose = (user: ReturnType<typeof showForm>['user'], country: string) =>
  user.selectOptions(screen.getByLabelText('Country'), country)
const gone = (state: string, country: string) => `${state} is not in ${country}: please choose again.`
const statusText = () => screen.getByRole('status').textContent

describe('the state field', () => {
  test('offers 50 states, the capital and territories; 13 provinces and territories; 32 Mexican states', () => {
    expect([states['United States'].length, states.Canada.length, states.Mexico.length]).toEqual([56, 13, 32])
    for (const list of Object.values(states)) expect(new Set(list).size).toBe(list.length)
  })

  test('offers the choices of the country', async () => {
    const { user } = showForm()
    expect(offered()).toEqual([...states['United States']])
    await choose(user, 'Canada')
    expect(offered()).toEqual([...states.Canada])
    await choose(user, 'Mexico')
    expect(offered()).toContain('Nuevo León')
  })

  test('drops a state of another country with a notice, and restores it with that country', async () => {
    const { user } = showForm()
    await user.type(input('State'), 'Oregon')
    await choose(user, 'Mexico')
    expect([input('State').value, statusText()]).toEqual(['', gone('Oregon', 'Mexico')])
    await choose(user, 'Canada')
    expect(statusText()).toBe(gone('Oregon', 'Canada'))
    await choose(user, 'United States')
    expect([input('State').value, statusText()]).toEqual(['Oregon', ''])
  })

  test('does not overwrite a state that was chosen in between', async () => {
    const { user } = showForm()
    await user.type(input('State'), 'Oregon')
    await choose(user, 'Canada')
    await user.type(input('State'), 'Ontario')
    expect(statusText()).toBe('')
    await choose(user, 'United States')
    expect([input('State').value, statusText()]).toEqual(['', gone('Ontario', 'United States')])
  })

  test('keeps any other text, such as an abbreviation or autofill before the country', async () => {
    for (const own of ['CA', 'Ontario', 'somewhere']) {
      const { user, unmount } = showForm()
      await user.clear(input('State'))
      await user.type(input('State'), own)
      await choose(user, 'Canada')
      expect([input('State').value, statusText()]).toEqual([own, ''])
      unmount()
      sessionStorage.clear()
    }
  })

  test('stores its visible text for a reload', async () => {
    const { user, unmount } = showForm()
    await user.type(input('State'), 'Oregon')
    await choose(user, 'Canada')
    unmount()
    showForm()
    expect([input('State').value, offered()[0]]).toEqual(['', 'Alberta'])
  })
})

describe('the postal code field', () => {
  test('shows the format of the country', async () => {
    const { user } = showForm()
    expect(input('Postal Code').placeholder).toBe('#####')
    await choose(user, 'Canada')
    expect(input('Postal Code').placeholder).toBe('A1A 1A1')
  })

  test('restores the letters of a Canadian code that was autofilled before the country', async () => {
    const { user } = showForm()
    fireEvent.input(input('Postal Code'), { target: { value: 'K1A 0B1' } })
    expect(input('Postal Code').value).toBe('101')
    await choose(user, 'Canada')
    expect(input('Postal Code').value).toBe('K1A 0B1')
    await choose(user, 'Mexico')
    expect(input('Postal Code').value).toBe('K1A 0B1')
  })

  test('keeps what was typed in between', async () => {
    const { user } = showForm()
    fireEvent.input(input('Postal Code'), { target: { value: 'K1A 0B1' } })
    await user.type(input('Postal Code'), '23')
    await choose(user, 'Canada')
    expect(input('Postal Code').value).toBe('10123')
  })
})

test('the server accepts any state, such as an abbreviation or one that no list has', () => {
  for (const state of ['CA', 'Oregon', 'somewhere']) {
    const found = validate(RegistrationSchema, { state })
    expect(found.ok ? {} : found.errors.state).toBeUndefined()
  }
})
