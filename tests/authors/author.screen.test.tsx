import { describe, expect, test } from 'bun:test'
import { render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import AuthorPage from '#client/blog/author-page.tsx'
import type { AuthorData } from '#client/blog/blog-data.ts'
import BlogPostPage from '#client/blog/post-page.tsx'
import { PostCard } from '#client/ui/content/post-card.tsx'
import type { Author } from '#contract/author.ts'
import { aCard, aList, aPost, aSite } from '#tests/helpers/cards.ts'

const author: Author = {
  id: 'ann-lee',
  name: 'Ann Lee',
  picture: null,
  biography: '<p>Bakes <em>bread</em>.</p>',
  description: 'Bakes bread.',
  links: [{ label: 'Her bakery', url: 'https://bakery.example/' }],
}
const show = (data: AuthorData) =>
  render(
    <MemoryRouter>
      <AuthorPage data={data} site={aSite()} />
    </MemoryRouter>,
  )
const link = (name: string) => screen.getByRole('link', { name })

describe('the page of an author', () => {
  test('shows name, biography, links and posts', () => {
    show({ asked: 'ann-lee', found: { author, list: aList([aCard()], { total: 20, pages: 2 }) } })
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Ann Lee')
    expect(screen.getByText('bread').tagName).toBe('EM')
    expect(screen.getByRole('list', { name: 'Ann Lee on the web' }).contains(link('Her bakery'))).toBe(true)
    expect(link('Her bakery').getAttribute('rel')).toBe('me noopener noreferrer')
    expect(link('Page 2').getAttribute('href')).toBe('/blog/author/ann-lee?page=2')
  })

  test('shows an author with only a name', () => {
    show({ asked: 'ann-lee', found: { author: { ...author, biography: '', links: [] }, list: aList([]) } })
    expect(screen.queryByRole('list', { name: /on the web/ })).toBeNull()
    expect(screen.getByText('No blog posts yet')).toBeTruthy()
  })

  test('says that an unknown author could not be found and links back', () => {
    show({ asked: 'nobody', found: null })
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('This author could not be found')
    expect(link('Back to Blog').getAttribute('href')).toBe('/blog')
  })
})

describe('a byline', () => {
  const known = { author: 'Ann Lee', author_id: 'ann-lee' }
  const inRouter = (children: React.ReactNode) => render(<MemoryRouter>{children}</MemoryRouter>)

  test('links the author of a post to the page', () => {
    inRouter(<BlogPostPage data={{ asked: 'plan-a-bake', post: aPost(known) }} site={aSite()} />)
    const links = screen.getAllByRole('link', { name: 'Ann Lee' })
    expect(links.map((one) => one.getAttribute('href'))).toEqual(['/blog/author/ann-lee', '/blog/author/ann-lee'])
  })

  test('is on a card, where a plain name is no link and no author is no byline', () => {
    inRouter(
      <>
        <PostCard post={aCard(known)} />
        <PostCard post={aCard({ author: 'Bob' })} />
        <PostCard post={aCard()} />
      </>,
    )
    expect(link('Ann Lee').getAttribute('href')).toBe('/blog/author/ann-lee')
    expect(screen.getByText('by Bob').tagName).toBe('SPAN')
    expect(screen.getAllByText(/^by/)).toHaveLength(2)
    expect(screen.queryByRole('link', { name: 'Bob' })).toBeNull()
  })
})
