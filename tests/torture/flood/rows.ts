import { adminPaths } from '#contract/admin-paths.ts'
import { apiPaths, feedPath, pagePaths } from '#contract/paths.ts'
import { CAPTCHA_PATH } from '#contract/spam-protection.ts'
import { another } from '#tests/registration/a-registration.ts'
import { wordAt } from './content.ts'

/** What the requests of a flood need to know of the site. */
export type FloodSite = {
  posts: number
  terms: number
  /** Paths of covers, which are rendered when they are first asked for. */
  covers: readonly string[]
  /** Path of a link to a draft. */
  preview: string
  /** Path of a link to the past, without a slash at its end. */
  past: string
  /** The stored path of an image of the past. */
  pastImage: string
}

export type FloodRequest = { path: string; method?: 'HEAD' | 'POST'; json?: unknown }

/** A row of the table in docs/limits.md, and how strangers attack it. */
export type FloodRow = {
  name: string
  /** The first cell of the row. */
  what: string
  /** The request with this number. */
  request(n: number, site: FloodSite): FloodRequest
  /** The statuses of requests that the limit rejects, or that cost next to nothing because of it. */
  limit: readonly number[]
  connections: number
  env?: Readonly<Record<string, string>>
}

const QUEUE = [503]

/** The address of the attacker's request with this number: one where addresses are limited, otherwise any of one network. */
export const attackerAt = ({ limit }: FloodRow, n: number): string =>
  `198.51.100.${limit.includes(429) ? 1 : 1 + (n % 254)}`
/** The address of another visitor, in another network. */
export const READER = '203.0.113.9'

export const floodRows: readonly FloodRow[] = [
  {
    name: 'posts',
    what: 'a post as JSON',
    connections: 300,
    limit: QUEUE,
    request: (n, { posts }) => ({ path: apiPaths.post(`post-${n % posts}`) }),
  },
  {
    name: 'lists',
    what: 'a list of posts: pages, cursors, HEAD, those of administrators',
    connections: 300,
    limit: QUEUE,
    request: (n, { terms }) => ({
      path: `${apiPaths.posts}?per_page=${81 + (n % 20)}${n % 4 === 0 ? `&page=${1 + (n % 5)}` : `&tag=tag-${n % terms}`}`,
      ...(n % 2 === 0 && { method: 'HEAD' }),
    }),
  },
  {
    name: 'pages',
    what: 'a page',
    connections: 300,
    limit: QUEUE,
    request: (n, { posts, terms }) => ({
      path:
        n % 3 === 0 ? `${pagePaths.tag(`tag-${n % terms}`)}?page=${1 + (n % 7)}` : pagePaths.post(`post-${n % posts}`),
    }),
  },
  {
    name: 'searches',
    what: 'a search, as a list or as a page',
    connections: 300,
    limit: QUEUE,
    request: (n) => ({
      path: `${n % 2 ? apiPaths.posts : pagePaths.blog}?q=${wordAt(n)}+${wordAt(Math.floor(n / 3))}&page=${1 + (n % 2)}`,
    }),
  },
  {
    name: 'sitemap',
    what: 'the sitemap',
    connections: 200,
    // From the cache.
    limit: [200],
    request: (n) => ({ path: `/sitemap.xml?made-up=${n}` }),
  },
  {
    name: 'feeds',
    what: 'a feed',
    connections: 200,
    limit: QUEUE,
    request: (n, { terms }) => ({ path: feedPath(pagePaths.tag(`tag-${n % terms}`)) }),
  },
  {
    name: 'covers',
    what: 'a cover of a post',
    connections: 200,
    limit: QUEUE,
    request: (n, { covers }) => ({ path: covers[n % covers.length] ?? '' }),
  },
  {
    name: 'images',
    what: 'a width of an image',
    connections: 200,
    limit: [404],
    request: (n) => ({ path: `/storage/posts/${n.toString(16).padStart(32, '0')}-960x540.webp` }),
  },
  {
    name: 'captcha',
    what: 'a challenge of the captcha, or of a login',
    connections: 300,
    limit: QUEUE,
    env: { CAPTCHA: 'on' },
    request: () => ({ path: CAPTCHA_PATH }),
  },
  {
    name: 'sign-ups',
    what: 'the password hash of a sign-up',
    connections: 300,
    limit: QUEUE,
    request: (n) => ({ path: apiPaths.register, json: another(`flood-${n}`) }),
  },
  {
    name: 'logins',
    what: 'the password of a login or invitation',
    connections: 300,
    limit: [...QUEUE, 429],
    request: (n) => ({ path: adminPaths.login, json: { email: `${n}@bakery.example`, password: 'a wrong guess' } }),
  },
  {
    name: 'passkeys',
    what: 'a challenge for a passkey, and its response',
    connections: 300,
    limit: [429],
    request: (n) =>
      n % 2 === 0
        ? { path: adminPaths.passkeyLoginOptions, json: {} }
        : { path: adminPaths.passkeyLogin, json: { passkey: aPasskeyResponse } },
  },
  {
    name: 'invitations',
    what: 'an invitation that is looked up or accepted',
    connections: 100,
    limit: [429],
    request: (n) => ({ path: adminPaths.lookUpInvitation, json: { token: `made-up-${n}` } }),
  },
  {
    name: 'messages',
    what: 'a message of the contact form',
    connections: 100,
    limit: [429],
    request: (n) => ({
      path: apiPaths.contactMessages,
      json: { name: 'Ann', email: 'ann@bakery.example', message: `Message ${n}` },
    }),
  },
  {
    name: 'past',
    what: 'a page or an image of the time machine',
    connections: 200,
    limit: QUEUE,
    request: (n, { past, pastImage, posts }) => ({
      path: n % 2 === 0 ? `${past}${pagePaths.post(`post-${n % posts}`)}` : `${past}/${pastImage}`,
    }),
  },
  {
    name: 'previews',
    what: 'a page behind a preview link',
    connections: 200,
    limit: QUEUE,
    request: (_, { preview }) => ({ path: preview }),
  },
  {
    name: 'health',
    what: '`/readyz`',
    connections: 200,
    limit: [200],
    request: (n) => ({ path: `/readyz?made-up=${n}` }),
  },
  {
    name: 'documents',
    what: 'the OpenAPI document, web manifest and QR codes',
    connections: 200,
    limit: [200],
    request: () => ({ path: '/api/openapi.json' }),
  },
]

/** Well-formed, and of no passkey that the site knows. */
const encoded = (text: string) => Buffer.from(text).toString('base64url')
const aPasskeyResponse = {
  id: 'A'.repeat(43),
  rawId: 'A'.repeat(43),
  type: 'public-key',
  response: {
    clientDataJSON: encoded(JSON.stringify({ type: 'webauthn.get', challenge: 'A'.repeat(43), origin: 'http://x' })),
    authenticatorData: encoded('A'.repeat(37)),
    signature: encoded('A'.repeat(64)),
  },
}
