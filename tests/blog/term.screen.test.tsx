import { describe, expect, test } from 'bun:test'
import { render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import type { TermData } from '#client/blog/blog-data.ts'
import TermPage from '#client/blog/term-page.tsx'
import { aCard, aList, aSite } from '#tests/helpers/cards.ts'

const show = (data: TermData) =>
  render(
    <MemoryRouter>
      <TermPage data={data} site={aSite()} />
    </MemoryRouter>,
  )
const link = (name: string) => screen.getByRole('link', { name }).getAttribute('href')
const shipping = { id: 'shipping', name: 'Shipping' }

describe('the page of a category or tag', () => {
  test('shows its name, its kind and the number of its posts', () => {
    show({ kind: 'Category', asked: 'shipping', found: { name: shipping, list: aList([aCard()]), categories: [] } })
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Shipping')
    expect(screen.getByText('Category')).toBeTruthy()
    expect(screen.getByText('1 post')).toBeTruthy()
    expect(link('Back to Blog')).toBe('/blog')
    expect(link('Feed')).toBe('/blog/category/shipping/feed.xml')
  })

  test('of a trade links to the page of the trade', () => {
    const name = { id: 'milk', name: 'Milk' }
    show({
      kind: 'Tag',
      asked: 'milk',
      trade: 'milk-distribution',
      found: { name, list: aList([aCard()]), categories: [] },
    })
    expect(link('Acme for milk distribution')).toBe('/milk-distribution')
  })

  test('keeps later pages under its own URL', () => {
    show({
      kind: 'Tag',
      asked: 'shipping',
      found: { name: shipping, list: aList([aCard()], { total: 20, pages: 2 }), categories: [] },
    })
    expect(link('Page 2')).toBe('/blog/tag/shipping?page=2')
  })

  test('shows the empty state without posts', () => {
    show({ kind: 'Tag', asked: 'shipping', found: { name: shipping, list: aList([]), categories: [] } })
    expect(screen.getByText('0 posts')).toBeTruthy()
    expect(screen.getByText('No blog posts yet')).toBeTruthy()
  })

  test('says that an unknown term could not be found and links back', () => {
    show({ kind: 'Tag', asked: 'shipping', found: null })
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('This tag could not be found')
    expect(link('Back to Blog')).toBe('/blog')
  })
})
