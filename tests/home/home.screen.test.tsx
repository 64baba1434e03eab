import { describe, expect, test } from 'bun:test'
import { render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import HomeScreen from '#client/home/home-screen.tsx'
import type { PostCard } from '#contract/posts.ts'
import { aCard, aList, aSite } from '#tests/helpers/cards.ts'

const show = (...posts: PostCard[]) =>
  render(
    <MemoryRouter>
      <HomeScreen data={aList(posts)} site={aSite()} />
    </MemoryRouter>,
  )

describe('the home page (§2)', () => {
  test('opens with the headline and the three benefit ticks', () => {
    show()
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Food businesses run smoother on Acme ERP.')
    expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'We customize the software and set up your data for free',
      '1 month free trial: no money down, no contracts',
      'Work directly with our founder and his team',
    ])
  })

  test('every call to action leads to the contact page', () => {
    show()
    const buttons = screen.getAllByRole('link', { name: 'CONTACT US TO TRY ACME ERP!' })
    expect(buttons.map((button) => button.getAttribute('href'))).toEqual(['/contact-us', '/contact-us'])
  })

  test('shows the latest posts and the way to all of them', () => {
    show(aCard(), aCard({ id: 'two', title: 'Two' }), aCard({ id: 'three', title: 'Three' }))
    expect(screen.getByRole('heading', { level: 2, name: 'Latest posts' })).toBeTruthy()
    expect(screen.getAllByRole('link', { name: /^Read More/ })).toHaveLength(3)
    expect(screen.getByRole('link', { name: 'All posts' }).getAttribute('href')).toBe('/blog')
  })

  test('speaks of no posts while there are none', () => {
    show()
    expect(screen.queryByRole('heading', { name: 'Latest posts' })).toBeNull()
  })
})
