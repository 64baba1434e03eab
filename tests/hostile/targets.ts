import { apiPaths, pagePaths } from '#contract/paths.ts'

/** In place of the URL. */
export const hostileTargets: Record<string, readonly string[]> = {
  'ways out of a folder': [
    '/../../etc/passwd',
    '/%2e%2e/%2e%2e/etc/passwd',
    '/storage/../private/admin.json',
    '/storage/..%2fprivate/admin.json',
    '/storage/%2e%2e%2fprivate%2fadmin.json',
    '/storage/..%252fprivate/admin.json',
    '/storage/..%5c..%5cprivate/admin.json',
    '/storage/%c0%ae%c0%ae/private/admin.json',
    '/storage/....//private/admin.json',
    '/storage//etc/passwd',
    '/storage/posts/%00.webp',
    '/assets/..%2f..%2fpackage.json',
    '/.git/config',
    '/.env',
    '/storage/.git/config',
    '/api/blog-posts/..%2f..%2fsite.yml',
    '/api/blog-posts/%2e%2e',
  ],
  'broken encodings': [
    '/%',
    '/%zz',
    '/%00',
    '/%e0%80',
    '/%ff%fe',
    '/blog/%c3%28',
    '/api/categories/%',
    '/preview/%00%zz',
  ],
  'other forms of an address': [
    '//evil.example',
    '///evil.example/%2f..',
    '/\\evil.example',
    '/%5cevil.example',
    'http://evil.example/',
    'https://evil.example/blog',
    'http://user:word@evil.example:99999/',
    'evil.example:443',
    '*',
    'javascript:alert(1)',
    'http://[::1',
    '?',
    '#',
    '/blog#x?y',
    '/;/blog',
  ],
  'ids that are none': [
    ...['-1', '0', '1e999', '9'.repeat(300), '__proto__', 'constructor', 'toString', 'hasOwnProperty'],
    ...[
      "'%20OR%201=1--",
      '%F0%9F%92%A9',
      '%E2%80%AE',
      '{{7*7}}',
      '$%7B7*7}',
      '%0d%0aSet-Cookie:%20a=b',
      'CON',
      'a%00b',
      '.',
    ],
  ].flatMap((id) => [`/api/blog-posts/${id}`, `/blog/${id}`, `/blog/category/${id}`, `/preview/${id}`]),
  queries: [
    ...['page=-1', 'page=NaN', 'page=1e308', 'per_page=1e9', 'per_page=', 'page=1&page=2', 'page[]=1', 'page=0x10'],
    ...['q=%', 'q=%00', `q=${'a'.repeat(3_000)}`, `q=${'%F0%9F%92%A9'.repeat(300)}`, `q=${'('.repeat(1_000)}`],
    ...['category=__proto__', '__proto__[x]=1', 'constructor.prototype=1', 'fields=card&fields=all', 'state=all', '='],
    ...['&'.repeat(2_000), 'a&'.repeat(2_000), ';;;', '?'.repeat(500)],
  ].flatMap((query) => [`/api/blog-posts?${query}`, `/blog?${query}`]),
  lengths: [1_000, 4_000, 4_200, 12_000, 40_000].flatMap((length) => [
    `/${'a'.repeat(length)}`,
    `/blog/${'a/'.repeat(length / 2)}`,
    `/api/blog-posts?q=${'a'.repeat(length)}`,
  ]),
}

const BROKEN = ['%', '%zz', '%ff', '%00%zz']
const withIds = (id: string) => [
  ...[`${apiPaths.posts}/${id}`, `${apiPaths.posts}/${id}/preview`, `${apiPaths.posts}/${id}/history`],
  ...[
    `${apiPaths.posts}/${id}/history/${id}`,
    `${apiPaths.posts}/${id}/history/${id}/restore`,
    `${apiPaths.posts}/x/${id}`,
  ],
  ...[`${apiPaths.categories}/${id}`, `${apiPaths.tags}/${id}`, `${apiPaths.categories}/${id}/${id}`, `/preview/${id}`],
  ...[`/api/leads/${id}`, `/api/leads/${id}/events`, `/api/landings/${id}`, `/api/problems/${id}`],
  `/api/page-texts/${id}`,
  ...[
    `${pagePaths.tryForFree}/${id}`,
    `${pagePaths.blog}/${id}`,
    `/admin/leads/${id}`,
    `/storage/${id}`,
    `/assets/${id}`,
  ],
]
const SOME_BODY = 'Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{}'

/** In every place of an id. */
export const brokenIds = (token: string): string[] =>
  BROKEN.flatMap(withIds).flatMap((path) =>
    ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].map(
      (method) =>
        `${method} ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nAuthorization: Bearer ${token}\r\n${SOME_BODY}`,
    ),
  )
