import { adminPaths } from '#contract/admin-paths.ts'
import { apiPaths } from '#contract/paths.ts'

const jsons: readonly string[] = [
  '',
  'null',
  'true',
  '0',
  '1e400',
  '-0',
  '"text"',
  '[]',
  '{}',
  '[[[[[[]]]]]]',
  '{"__proto__":{"isAdmin":true}}',
  '{"constructor":{"prototype":{"isAdmin":true}}}',
  '{"email":{"$gt":""},"password":{"$gt":""}}',
  '{"email":["a@b.example"],"password":[1]}',
  '{"email":"a@b.example","email":"c@d.example","password":"x"}',
  '{"email":"\\u0000","password":"\\ud800"}',
  '{"firstName":1,"lastName":null,"plan":"1e9","token":{}}',
  '{"plan":99999999999999999999,"country":"Atlantis","token":"../../etc"}',
  '{"name":["__proto__","constructor",""]}',
  `{"name":${JSON.stringify(Array.from({ length: 2_000 }, (_, number) => `n${number}`))}}`,
  `{"name":"${'a'.repeat(50_000)}","email":"${'a@'.repeat(5_000)}","message":"x"}`,
  `{"phone":"${'1 '.repeat(10_000)}","postalCode":"${'1-'.repeat(10_000)}"}`,
  `{"email":"${'a'.repeat(30_000)}@${'a.'.repeat(10_000)}"}`,
  '['.repeat(60_000),
  '{"a":'.repeat(10_000),
  `[${'1,'.repeat(30_000)}1]`,
  '\ufeff{}',
  '{"a":1}}',
]
const forms: readonly string[] = [
  'a=b&a=c&__proto__=x&%zz=%',
  '&'.repeat(60_000),
  'title='.repeat(5_000),
  `email=${'%00'.repeat(1_000)}`,
]
const B = 'x'
const part = (head: string, body = 'y') => `--${B}\r\n${head}\r\n\r\n${body}\r\n`
const multiparts: readonly string[] = [
  `--${B}--`,
  part('Content-Disposition: form-data; name="title"'),
  `${part('Content-Disposition: form-data; name="__proto__"')}--${B}--`,
  `${part('Content-Disposition: form-data; name="image"; filename="../../etc/passwd"')}--${B}--`,
  `${part('Content-Disposition: form-data; name="title\0"; filename="\0"')}--${B}--`,
  `${part('Content-Disposition: attachment')}--${B}--`,
  `${part(`X: ${'y'.repeat(20_000)}`)}--${B}--`,
  `${part('Content-Disposition: form-data; name="tags[]"', 'x').repeat(500)}--${B}--`,
]

/** Every endpoint with a body, and one without. */
const calls: readonly [method: string, path: string][] = [
  ['POST', adminPaths.login],
  ['POST', apiPaths.register],
  ['POST', apiPaths.contactMessages],
  ['POST', apiPaths.posts],
  ['POST', `${apiPaths.posts}/nothing?_method=PUT`],
  ['POST', `${apiPaths.posts}/nothing?_method=__proto__`],
  ['POST', apiPaths.categories],
  ['DELETE', `${apiPaths.tags}/nothing`],
  ['POST', '/pricing/try-for-free/some-token'],
  ['POST', '/blog'],
  ['GET', '/blog'],
]

const kinds: readonly [type: string, bodies: readonly string[]][] = [
  ['application/json', jsons],
  ['application/x-www-form-urlencoded', forms],
  [`multipart/form-data; boundary=${B}`, multiparts],
  ['multipart/form-data', [multiparts[0] ?? '']],
  ['multipart/form-data; boundary=', [multiparts[0] ?? '']],
  ['text/html', ['<script>']],
  ['application/json; charset=utf-16', ['{}']],
]

/** Texts of maximum length that make a careless regular expression backtrack. */
const LONG = 50_000
const long = ['a', ' ', '@', '1-', '(1) ', 'a.', '<', '\\u0000', 'a@a.'].map(
  (piece) => `${piece.repeat(LONG / piece.length)}!`,
)

/** In every field of every form, one at a time. */
export const longFields = (fields: Record<string, unknown>, path: string): string[] =>
  Object.keys(fields).flatMap((field) =>
    long.map((text) => request('POST', path, 'application/json', JSON.stringify({ ...fields, [field]: text }), '')),
  )

/** Every request carries `token`, so that administrator endpoints read the body, too. */
export const hostileBodies = (token: string): string[] =>
  calls.flatMap(([method, path]) =>
    kinds.flatMap(([type, bodies]) => bodies.map((body) => request(method, path, type, body, token))),
  )

function request(method: string, path: string, type: string, body: string, token: string): string {
  const text = Buffer.from(body).toString('latin1')
  const head = [
    `${method} ${path} HTTP/1.1`,
    'Host: localhost',
    'Connection: close',
    `Content-Type: ${type}`,
    `Authorization: Bearer ${token}`,
    `Content-Length: ${text.length}`,
  ]
  return `${head.join('\r\n')}\r\n\r\n${text}`
}
