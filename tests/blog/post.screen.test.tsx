import { describe, expect, test } from 'bun:test'
import { render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import PostScreen from '#client/blog/post-screen.tsx'
import type { PostPage } from '#contract/post-page.ts'
import { aPost, aSite } from '#tests/helpers/cards.ts'

const show = (post: PostPage | null) =>
  render(
    <MemoryRouter>
      <PostScreen data={{ asked: 'plan-a-bake', post }} site={aSite()} />
    </MemoryRouter>,
  )
const link = (name: string) => screen.getByRole('link', { name }).getAttribute('href')

describe('a blog post (§2)', () => {
  test('shows picture, title, category, tags, summary and content', () => {
    show(aPost())
    expect(screen.getByRole('img', { name: 'Loaves' })).toBeTruthy()
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('How to plan a bake')
    expect(link('Production')).toBe('/blog/category/production')
    expect(link('Bakery')).toBe('/blog/tag/bakery')
    expect(screen.getByText('longest').tagName).toBe('EM')
    expect(screen.getByRole('heading', { level: 2, name: 'Why' })).toBeTruthy()
  })

  test('without a picture, a category, tags and a summary shows its plain title', () => {
    show(aPost({ picture: null, image: null, category: null, tags: [], summary: '' }))
    expect(screen.getByRole('heading', { level: 1 })).toBeTruthy()
    expect(screen.queryByRole('img')).toBeNull()
    expect(screen.getAllByRole('link')).toHaveLength(2)
  })

  test('says its day in words, the same wherever it is read', () => {
    show(aPost({ author: 'The founder' }))
    const day = screen.getByText('November 20, 2026')
    expect(day.getAttribute('datetime')).toBe('2026-11-20T23:30:00.000Z')
    expect(day.parentElement?.textContent).toBe('November 20, 2026 by The founder · 1 min read')
  })

  test('leads back to the blog at its beginning and at its end', () => {
    show(aPost())
    expect(link('Back to Blog')).toBe('/blog')
    expect(link('Back to All Posts')).toBe('/blog')
  })

  test('that is not there says so and leads back (decision 5)', () => {
    show(null)
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('This post could not be found')
    expect(link('Back to Blog')).toBe('/blog')
  })
})
