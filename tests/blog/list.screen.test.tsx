import { describe, expect, test } from 'bun:test'
import { render, screen, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import type { ListData } from '#client/blog/blog-data.ts'
import ListPage from '#client/blog/list-page.tsx'
import type { CardPage } from '#contract/api.ts'
import type { Term } from '#contract/posts.ts'
import { aCard, aList, aSite } from '#tests/helpers/cards.ts'

const show = (list: CardPage & Partial<ListData>, categories: Term[] = []) =>
  render(
    <MemoryRouter>
      <ListPage data={{ ...list, categories }} site={aSite()} />
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

  test('offers the newest posts below a search without a result', () => {
    show({ ...aList([]), q: 'zeppelin', newest: [aCard({ id: 'a', title: 'A' }), aCard({ id: 'b', title: 'B' })] })
    expect(screen.getByText('No post has all of these words')).toBeTruthy()
    const titles = screen.getAllByRole('heading').map(({ textContent }) => textContent)
    expect(titles.slice(-3)).toEqual(['Newest posts', 'A', 'B'])
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

  test('links to all posts, to each category and to the feed, and marks the list that is shown', () => {
    show(aList([aCard()]), [{ id: 'crm', name: 'CRM' }])
    const bar = within(screen.getByRole('navigation', { name: 'Categories' }))
    const links = bar.getAllByRole('link').map((one) => [one.getAttribute('href'), one.getAttribute('aria-current')])
    expect(links).toEqual([
      ['/blog', 'page'],
      ['/blog/category/crm', null],
    ])
    expect(link('Feed')).toBe('/feed.xml')
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

  test('shows a drawing without an image, as decoration', () => {
    const artwork = { path: 'cards/ab12-960x540.webp', alt: '', width: 960, height: 540, widths: [480, 960] }
    show(aList([aCard({ picture: null, image: null, artwork })]))
    expect(screen.queryByRole('img')).toBeNull()
    const image = screen.getByRole('article').querySelector('img')
    expect(image?.getAttribute('src')).toBe('/storage/cards/ab12-960x540.webp')
    expect(image?.getAttribute('alt')).toBe('')
    expect(image?.getAttribute('srcset')).toContain('/storage/cards/ab12-480.webp 480w')
  })

  test('has a place in the color of its weekday without an image and artwork', () => {
    show(aList([aCard({ picture: null, image: null })]))
    expect(screen.getByRole('article').firstElementChild?.getAttribute('data-day')).toBe('fri')
  })

  test('shows its date in words', () => {
    show(aList([aCard({ author: 'Ann' })]))
    const day = screen.getByText('November 20, 2026')
    expect(day.getAttribute('datetime')).toBe('2026-11-20T23:30:00.000Z')
    expect(day.parentElement?.textContent).toBe('November 20, 2026 by Ann')
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
