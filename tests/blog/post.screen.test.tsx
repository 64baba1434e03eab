import { describe, expect, test } from 'bun:test'
import { render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import BlogPostPage from '#client/blog/post-page.tsx'
import type { PostPage } from '#contract/posts.ts'
import { aPost, aSite } from '#tests/helpers/cards.ts'

const show = (post: PostPage | null) =>
  render(
    <MemoryRouter>
      <BlogPostPage data={{ asked: 'plan-a-bake', post }} site={aSite()} />
    </MemoryRouter>,
  )
const link = (name: string) => screen.getByRole('link', { name }).getAttribute('href')

describe('the page of a blog post', () => {
  test('shows image, title, category, tags, summary and content', () => {
    show(aPost())
    expect(screen.getByRole('img', { name: 'Loaves' })).toBeTruthy()
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('How to plan a bake')
    expect(link('Production')).toBe('/blog/category/production')
    expect(link('Bakery')).toBe('/blog/tag/bakery')
    expect(screen.getByText('longest').tagName).toBe('EM')
    expect(screen.getByRole('heading', { level: 2, name: 'Why' })).toBeTruthy()
  })

  test('shows a plain title without image, category, tags and summary', () => {
    show(aPost({ picture: null, image: null, category: null, tags: [], summary: '' }))
    expect(screen.getByRole('heading', { level: 1 })).toBeTruthy()
    expect(screen.queryByRole('img')).toBeNull()
    expect(screen.queryByRole('link', { name: 'Production' })).toBeNull()
  })

  test('writes its date in words, the same in every time zone', () => {
    show(aPost({ author: 'The founder' }))
    const [day] = screen.getAllByText('November 20, 2026')
    expect(day?.getAttribute('datetime')).toBe('2026-11-20T23:30:00.000Z')
    expect(day?.parentElement?.textContent).toBe('November 20, 2026 by The founder · 1 min read')
  })

  test('names author, date and the feed below the text', () => {
    show(aPost())
    expect(screen.getByText(/^Published/).textContent).toBe('Published November 20, 2026 by the Acme team')
    expect(link('Get new posts in your feed reader')).toBe('/feed.xml')
  })

  test('links back to the blog at its beginning and end', () => {
    show(aPost())
    expect(link('Back to Blog')).toBe('/blog')
    expect(link('Back to All Posts')).toBe('/blog')
  })

  test('says that an unknown post could not be found and links back', () => {
    show(null)
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('This post could not be found')
    expect(link('Back to Blog')).toBe('/blog')
  })
})
