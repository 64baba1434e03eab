import { describe, expect, test } from 'bun:test'
import { render, screen, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import ListScreen from '#client/blog/list-screen.tsx'
import type { CardPage } from '#contract/api.ts'
import { aCard, aList, aSite } from '#tests/helpers/cards.ts'

const show = (list: CardPage) =>
  render(
    <MemoryRouter>
      <ListScreen data={list} site={aSite()} />
    </MemoryRouter>,
  )
const link = (name: string) => screen.getByRole('link', { name }).getAttribute('href')

describe('the blog list (§2)', () => {
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

  test('without posts says so', () => {
    show(aList([]))
    expect(screen.getByText('No blog posts yet')).toBeTruthy()
    expect(screen.getByText('Check back soon for new content!')).toBeTruthy()
    expect(screen.queryByRole('article')).toBeNull()
  })

  test('a page past the last one says so and leads back', () => {
    show(aList([], { page: 4, pages: 1, total: 3 }))
    expect(screen.getByRole('heading', { level: 1, name: 'This page could not be found' })).toBeTruthy()
    expect(link('Back to Blog')).toBe('/blog')
  })

  test('twelve posts or fewer need no page numbers', () => {
    show(aList([aCard()], { total: 12 }))
    expect(screen.queryByRole('navigation')).toBeNull()
  })

  test('more lie on pages of their own, the first at the plain address', () => {
    show(aList([aCard()], { total: 25, page: 2, pages: 3 }))
    expect(link('Page 1')).toBe('/blog')
    expect(link('Page 3')).toBe('/blog?page=3')
    expect(screen.getByRole('link', { name: 'Page 2' }).getAttribute('aria-current')).toBe('page')
  })
})

describe('a card (§2)', () => {
  test('leads to its post by ‘Read More’, which names the post to those who cannot see it', () => {
    show(aList([aCard(), aCard({ id: '7', title: 'Seven <b>jars</b>' })]))
    expect(link('Read More about “How to plan a bake”')).toBe('/blog/plan-a-bake')
    expect(link('Read More about “Seven <b>jars</b>”')).toBe('/blog/7')
    expect(screen.getAllByText('Read More')).toHaveLength(2)
  })

  test('shows its picture in the width that fits', () => {
    show(aList([aCard()]))
    const picture = screen.getByRole('img', { name: 'Loaves' })
    expect(picture.getAttribute('src')).toBe('/storage/posts/4f0c-1600x900.webp')
    expect(picture.getAttribute('srcset')).toContain('/storage/posts/4f0c-480.webp 480w')
  })

  test('without a picture shows a placeholder', () => {
    show(aList([aCard({ picture: null, image: null })]))
    expect(screen.queryByRole('img')).toBeNull()
    expect(screen.getByRole('article').querySelector('use')?.getAttribute('href')).toBe('#icon-image')
  })

  test('its category and its tags lead to their pages', () => {
    show(aList([aCard()]))
    expect(link('Production')).toBe('/blog/category/production')
    expect(link('Bakery')).toBe('/blog/tag/bakery')
  })

  test('shows its summary as HTML and its title as typed', () => {
    show(aList([aCard({ title: 'Flour < 5 <i>kg</i>' })]))
    const card = within(screen.getByRole('article'))
    expect(card.getByText('longest').tagName).toBe('EM')
    expect(card.getByRole('heading', { level: 3 }).textContent).toBe('Flour < 5 <i>kg</i>')
  })
})
