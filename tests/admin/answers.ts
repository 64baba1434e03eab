import { afterEach } from 'bun:test'
import type { ContentProblem } from '#contract/content.ts'
import type { EditablePost, PostCard, PostSource, SavedPost, Term } from '#contract/posts.ts'
import { BLANK_EXTRAS } from '#tests/helpers/blank-extras.ts'
import { aCard } from '#tests/helpers/cards.ts'
import { invalidFixtures } from '#tests/helpers/invalid-fixtures.ts'
import { wrongInFixture } from '#tests/openapi/described.ts'

export type Asked = {
  call: string
  query: URLSearchParams
  headers: Headers
  json: unknown
  form: FormData | undefined
}
type Answer = { status?: number; body: unknown; headers?: Record<string, string> }
export type Answers = Record<string, (asked: Asked) => Answer | Promise<Answer>>

const realFetch = globalThis.fetch
afterEach(() => {
  globalThis.fetch = realFetch
  localStorage.clear()
})

/**
 * Replaces the network: answers requests by method and path ("GET /api/tags") and records them. An unlisted request fails like a
 * lost connection.
 */
export function answering(answers: Answers) {
  const asked: Asked[] = []
  const answer = async (path: string | URL | Request, init: RequestInit = {}) => {
    const url = new URL(String(path), 'http://localhost')
    const call = `${init.method ?? 'GET'} ${url.pathname}`
    const json = typeof init.body === 'string' ? JSON.parse(init.body) : undefined
    const form = init.body instanceof FormData ? init.body : undefined
    const one = { call, query: url.searchParams, headers: new Headers(init.headers), json, form }
    asked.push(one)
    const response = await answers[call]?.(one)
    if (!response) throw new TypeError(`No answer to ${call}`)
    const status = response.status ?? 200
    const wrong = wrongInFixture(call, status, JSON.parse(JSON.stringify(response.body) ?? 'null'))
    if (wrong.length > 0) invalidFixtures.push({ call, status, wrong })
    return new Response(JSON.stringify(response.body), {
      status,
      headers: response.headers ?? {},
    })
  }
  globalThis.fetch = Object.assign(answer, { preconnect: () => {} })
  return { asked, calls: (call: string) => asked.filter((one) => one.call === call) }
}

export const aName = (name: string): Term => ({ id: name.toLowerCase().replaceAll(' ', '-'), name })

/** The requests of the dashboard when it opens. */
export const lists = ({
  posts = [],
  total = posts.length,
  categories = ['Production', 'Shipping'],
  tags = ['Bakery', 'Cut-off times', 'Milk'],
  authors = [],
  problems = [],
}: {
  posts?: PostCard[]
  total?: number
  categories?: string[]
  tags?: string[]
  authors?: string[]
  problems?: ContentProblem[]
} = {}): Answers => ({
  'GET /api/blog-posts': () => ({ body: posts, headers: { 'x-total-count': String(total) } }),
  'GET /api/categories': () => ({ body: categories.map(aName) }),
  'GET /api/tags': () => ({ body: tags.map(aName) }),
  'GET /api/authors': () => ({ body: authors.map(aName) }),
  'GET /api/content-problems': () => ({ body: { total: problems.length, problems } }),
})

/** The response to a request for a post with its source. */
export const anEditablePost = (source: PostSource): EditablePost => ({
  ...aCard({ id: source.id, title: source.title }),
  content: '<p>Long.</p>',
  source,
})

/** The response to a save. */
export const aSavedPost = (changes: Partial<SavedPost> = {}): SavedPost => ({
  ...aCard(),
  content: '<p>Long.</p>',
  ...changes,
})

export const aSource = (changes: Partial<PostSource> = {}): PostSource => ({
  id: 'plan-a-bake',
  format: 'html',
  has_folder: false,
  title: 'How to plan a bake',
  summary: '<p>Short.</p>',
  content: '<p>Long.</p>',
  category_id: 'production',
  tags: [aName('Bakery')],
  image: 'posts/4f0c-1600x900.webp',
  image_alt: 'Loaves',
  ...BLANK_EXTRAS,
  draft: false,
  date: '2026-11-20T08:00:00.000Z',
  expires: null,
  author: null,
  revision: 'r1',
  ...changes,
})
