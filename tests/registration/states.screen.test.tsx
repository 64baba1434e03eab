import { describe, expect, test } from 'bun:test'
import { fireEvent, screen } from '@testing-library/react'
import { states } from '#client/registration/states.ts'
import { RegistrationSchema } from '#contract/registration.ts'
import { validate } from '#contract/validate.ts'
import { input, showForm } from './sign-up-form.tsx'

const offered = () => Array.from(input('State').list?.options ?? [], ({ value }) => value)
const choose = (user: ReturnType<typeof showForm>['user'], country: string) =>
  user.selectOptions(screen.getByLabelText('Country'), country)
const gone = (state: string, country: string) => `${state} is not in ${country}: please choose again.`
const statusText = () => screen.getByRole('status').textContent

describe('the state follows the country', () => {
  test('offers 50 states, the capital and the territories; 13 provinces and territories; 32 Mexican states', () => {
    expect([states['United States'].length, states.Canada.length, states.Mexico.length]).toEqual([56, 13, 32])
    for (const list of Object.values(states)) expect(new Set(list).size).toBe(list.length)
  })

  test('the choices are those of the country', async () => {
    const { user } = showForm()
    expect(offered()).toEqual([...states['United States']])
    await choose(user, 'Canada')
    expect(offered()).toEqual([...states.Canada])
    await choose(user, 'Mexico')
    expect(offered()).toContain('Nuevo León')
  })

  test('a state of the old country goes with it, and the form says so; it comes back with its country', async () => {
    const { user } = showForm()
    await user.type(input('State'), 'Oregon')
    await choose(user, 'Mexico')
    expect([input('State').value, statusText()]).toEqual(['', gone('Oregon', 'Mexico')])
    await choose(user, 'Canada')
    expect(statusText()).toBe(gone('Oregon', 'Canada'))
    await choose(user, 'United States')
    expect([input('State').value, statusText()]).toEqual(['Oregon', ''])
  })

  test('a state that was chosen since is not put back over', async () => {
    const { user } = showForm()
    await user.type(input('State'), 'Oregon')
    await choose(user, 'Canada')
    await user.type(input('State'), 'Ontario')
    expect(statusText()).toBe('')
    await choose(user, 'United States')
    expect([input('State').value, statusText()]).toEqual(['', gone('Ontario', 'United States')])
  })

  test('any other text is the typist’s own and stays: an abbreviation, a state filled in before its country', async () => {
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

  test('what is kept for a reload is what stands in the field', async () => {
    const { user, unmount } = showForm()
    await user.type(input('State'), 'Oregon')
    await choose(user, 'Canada')
    unmount()
    showForm()
    expect([input('State').value, offered()[0]]).toEqual(['', 'Alberta'])
  })
})

describe('the postal code follows the country (decision 23)', () => {
  test('shows how a code looks there', async () => {
    const { user } = showForm()
    expect(input('Postal Code').placeholder).toBe('#####')
    await choose(user, 'Canada')
    expect(input('Postal Code').placeholder).toBe('A1A 1A1')
  })

  test('a Canadian code that the browser fills in before the country has its letters back with the country', async () => {
    const { user } = showForm()
    fireEvent.input(input('Postal Code'), { target: { value: 'K1A 0B1' } })
    expect(input('Postal Code').value).toBe('101')
    await choose(user, 'Canada')
    expect(input('Postal Code').value).toBe('K1A 0B1')
    await choose(user, 'Mexico')
    expect(input('Postal Code').value).toBe('K1A 0B1')
  })

  test('what was typed since stays as it is', async () => {
    const { user } = showForm()
    fireEvent.input(input('Postal Code'), { target: { value: 'K1A 0B1' } })
    await user.type(input('Postal Code'), '23')
    await choose(user, 'Canada')
    expect(input('Postal Code').value).toBe('10123')
  })
})

test('the server takes any state: an abbreviation, and one that no list has', () => {
  for (const state of ['CA', 'Oregon', 'somewhere']) {
    const found = validate(RegistrationSchema, { state })
    expect(found.ok ? {} : found.errors.state).toBeUndefined()
  }
})
