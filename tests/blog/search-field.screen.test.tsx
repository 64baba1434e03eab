import { afterEach, beforeEach, describe, expect, jest, test } from 'bun:test'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter, useLocation } from 'react-router-dom'
import { SearchField } from '#client/blog/list-page.tsx'
import { keepsScroll } from '#client/lib/keep-scroll.ts'

function Address() {
  const { pathname, search, state } = useLocation()
  return <output>{`${pathname}${search} ${keepsScroll(state)}`}</output>
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

describe('the search field', () => {
  beforeEach(() => jest.useFakeTimers())
  afterEach(() => {
    cleanup()
    jest.useRealTimers()
  })

  test('updates the URL in place when typing stops', () => {
    render(show(''))
    type('cra')
    wait(200)
    type('crates ')
    wait(200)
    expect(address()).toBe('/blog false')
    wait(100)
    expect(address()).toBe('/blog?q=crates true')
  })

  test('searches at once on Enter', () => {
    render(show(''))
    type('milk & honey')
    fireEvent.submit(screen.getByRole('search'))
    expect(address()).toBe('/blog?q=milk+%26+honey true')
  })

  test('shows all posts when empty', () => {
    render(show('milk'))
    type('')
    wait(300)
    expect(address()).toBe('/blog true')
  })

  test('keeps what is being typed, and takes over the query of a link or of Back', () => {
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
