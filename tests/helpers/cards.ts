import type { CardPage } from '#contract/api.ts'
import type { PostCard, PostPage } from '#contract/posts.ts'
import type { SiteInfo } from '#contract/site.ts'

/** A live post card with an image; a test spells out only what matters. */
export const aCard = (changes: Partial<PostCard> = {}): PostCard => ({
  id: 'plan-a-bake',
  title: 'How to plan a bake',
  summary: '<p>Begin with the <em>longest</em> process.</p>',
  image: 'posts/4f0c-1600x900.webp',
  picture: { path: 'posts/4f0c-1600x900.webp', alt: 'Loaves', width: 1600, height: 900, widths: [480, 960, 1600] },
  category: { id: 'production', name: 'Production' },
  tags: [{ id: 'bakery', name: 'Bakery' }],
  date: '2026-11-20T23:30:00.000Z',
  updated: null,
  author: null,
  author_id: null,
  state: 'live',
  ...changes,
})

export const aPost = (changes: Partial<PostPage> = {}): PostPage => ({
  ...aCard(),
  content: '<h2>Why</h2><p>Bread.</p>',
  description: 'Begin with the longest process.',
  minutes: 1,
  contents: [],
  previous: null,
  next: null,
  trade: null,
  related: [],
  ...changes,
})

/** One page of a list; by default the only one. */
export const aList = (posts: PostCard[], changes: Partial<CardPage> = {}): CardPage => ({
  posts,
  total: posts.length,
  page: 1,
  pages: 1,
  ...changes,
})

export const aSite = (changes: Partial<SiteInfo> = {}): SiteInfo => ({
  name: 'Acme',
  slug: 'acme',
  description: 'Software for food businesses.',
  footer: 'Software.',
  contact: { email: 'hello@acme.example', phone: '555', hours: 'Always' },
  social: {
    facebook: 'https://f.example',
    x: 'https://x.example',
    google: 'https://g.example',
    instagram: 'https://i.example',
  },
  downloads: { driver: {}, operator: {} },
  apps: { driver: { does: [], requires: [] }, operator: { does: [], requires: [] } },
  documents: { terms: 'documents/a.pdf', agreement: 'documents/b.pdf' },
  trial_redirect: '/welcome',
  privacyPolicy: '<p>Private.</p>',
  year: 2026,
  ...changes,
})
