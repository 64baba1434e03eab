import { afterEach, beforeEach, describe, expect, jest, test } from 'bun:test'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter, useLocation } from 'react-router-dom'
import { SearchField } from '#client/blog/search-field.tsx'
import { isInPlace } from '#client/hooks/in-place.ts'

function Address() {
  const { pathname, search, state } = useLocation()
  return <output>{`${pathname}${search} ${isInPlace(state)}`}</output>
}
const show = (q: string) => (
  <MemoryRouter initialEntries={['/blog']}>
    <SearchField q={q} />
    <Address />
  </MemoryRouter>
)
const field = () => screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search posts' })
const type = (value: string) => fireEvent.input(field(), { target: { value } })
const address = () => screen.getByRole('status').textContent
const wait = (ms: number) => act(() => jest.advanceTimersByTime(ms))

describe('searching while one types (issue 7)', () => {
  beforeEach(() => jest.useFakeTimers())
  afterEach(() => {
    cleanup()
    jest.useRealTimers()
  })

  test('the address follows in place once typing stops', () => {
    render(show(''))
    type('cra')
    wait(200)
    type('crates ')
    wait(200)
    expect(address()).toBe('/blog false')
    wait(100)
    expect(address()).toBe('/blog?q=crates true')
  })

  test('Enter does not wait', () => {
    render(show(''))
    type('milk & honey')
    fireEvent.submit(screen.getByRole('search'))
    expect(address()).toBe('/blog?q=milk+%26+honey true')
  })

  test('nothing typed is all posts', () => {
    render(show('milk'))
    type('')
    wait(300)
    expect(address()).toBe('/blog true')
  })

  test('what is being typed stays; what a link or the way back asks for takes its place', () => {
    const { rerender } = render(show(''))
    type('cra')
    wait(300)
    type('crates')
    rerender(show('cra'))
    expect(field().value).toBe('crates')
    rerender(show(''))
    expect(field().value).toBe('')
  })
})
