import { describe, expect, test } from 'bun:test'
import { render, screen, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import ListPage from '#client/blog/list-page.tsx'
import type { CardPage } from '#contract/api.ts'
import { aCard, aList, aSite } from '#tests/helpers/cards.ts'

const show = (list: CardPage) =>
  render(
    <MemoryRouter>
      <ListPage data={list} site={aSite()} />
    </MemoryRouter>,
  )
const link = (name: string) => screen.getByRole('link', { name }).getAttribute('href')

describe('the blog list', () => {
  test('opens with ‘Our Blog’, its subtitle and ‘Latest Posts’', () => {
    show(aList([aCard()]))
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Our Blog')
    expect(screen.getByText('Insights, updates, and stories from our team')).toBeTruthy()
    expect(screen.getByRole('heading', { level: 2, name: 'Latest Posts' })).toBeTruthy()
  })

  test('counts one post in the singular', () => {
    show(aList([aCard()]))
    expect(screen.getByText('1 post')).toBeTruthy()
  })

  test('counts all posts, not those of this page, in the plural', () => {
    show(aList([aCard()], { total: 13, pages: 2 }))
    expect(screen.getByText('13 posts')).toBeTruthy()
  })

  test('shows an empty state without posts', () => {
    show(aList([]))
    expect(screen.getByText('No blog posts yet')).toBeTruthy()
    expect(screen.getByText('Check back soon for new content!')).toBeTruthy()
    expect(screen.queryByRole('article')).toBeNull()
  })

  test('links back from a page past the last one', () => {
    show(aList([], { page: 4, pages: 1, total: 3 }))
    expect(screen.getByRole('heading', { level: 1, name: 'This page could not be found' })).toBeTruthy()
    expect(link('Back to Blog')).toBe('/blog')
  })

  test('shows no page numbers for twelve posts or fewer', () => {
    show(aList([aCard()], { total: 12 }))
    expect(screen.queryByRole('navigation')).toBeNull()
  })

  test('links to further pages, with the plain URL for the first one', () => {
    show(aList([aCard()], { total: 25, page: 2, pages: 3 }))
    expect(link('Page 1')).toBe('/blog')
    expect(link('Page 3')).toBe('/blog?page=3')
    expect(screen.getByRole('link', { name: 'Page 2' }).getAttribute('aria-current')).toBe('page')
  })
})

describe('a post card', () => {
  test('links to its post with ‘Read More’, which names the post for screen readers', () => {
    show(aList([aCard(), aCard({ id: '7', title: 'Seven <b>jars</b>' })]))
    expect(link('Read More about “How to plan a bake”')).toBe('/blog/plan-a-bake')
    expect(link('Read More about “Seven <b>jars</b>”')).toBe('/blog/7')
    expect(screen.getAllByText('Read More')).toHaveLength(2)
  })

  test('shows its image in a suitable width', () => {
    show(aList([aCard()]))
    const picture = screen.getByRole('img', { name: 'Loaves' })
    expect(picture.getAttribute('src')).toBe('/storage/posts/4f0c-1600x900.webp')
    expect(picture.getAttribute('srcset')).toContain('/storage/posts/4f0c-480.webp 480w')
  })

  test('shows a placeholder without an image', () => {
    show(aList([aCard({ picture: null, image: null })]))
    expect(screen.queryByRole('img')).toBeNull()
    expect(screen.getByRole('article').querySelector('use')?.getAttribute('href')).toBe('#icon-image')
  })

  test('links its category and tags to their pages', () => {
    show(aList([aCard()]))
    expect(link('Production')).toBe('/blog/category/production')
    expect(link('Bakery')).toBe('/blog/tag/bakery')
  })

  test('renders its summary as HTML and its title as text', () => {
    show(aList([aCard({ title: 'Flour < 5 <i>kg</i>' })]))
    const card = within(screen.getByRole('article'))
    expect(card.getByText('longest').tagName).toBe('EM')
    expect(card.getByRole('heading', { level: 3 }).textContent).toBe('Flour < 5 <i>kg</i>')
  })
})
