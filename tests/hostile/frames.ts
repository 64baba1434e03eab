/** Bodies with duplicate, wrong or missing lengths, which servers interpret differently (request smuggling). */
const SMUGGLED = 'GET /smuggled HTTP/1.1\r\nHost: localhost\r\n\r\n'
const post = (lines: string[], body: string, path = '/api/admin/login') =>
  `${[`POST ${path} HTTP/1.1`, 'Host: localhost', 'Content-Type: application/json', 'Connection: close', ...lines].join('\r\n')}\r\n\r\n${body}`
const chunked = 'Transfer-Encoding: chunked'
const paths = ['/api/admin/login', '/blog']

/** Each is answered at most once: the content of a body never becomes a request. */
export const smuggled: readonly string[] = paths.flatMap((path) => [
  post(['Content-Length: 5', chunked], `0\r\n\r\n${SMUGGLED}`, path),
  post([chunked, 'Content-Length: 5'], `0\r\n\r\n${SMUGGLED}`, path),
  post(['Content-Length: 2', 'Content-Length: 40'], `{}${SMUGGLED}`, path),
  post(['Content-Length: 2, 40'], `{}${SMUGGLED}`, path),
  post(['Content-Length: -1'], SMUGGLED, path),
  post(['Content-Length: +2'], `{}${SMUGGLED}`, path),
  post(['Content-Length: 0x2'], `{}${SMUGGLED}`, path),
  post(['Content-Length: 2 '], `{}${SMUGGLED}`, path),
  post(['Content-Length: 99999999999999999999'], SMUGGLED, path),
  post(['Content-Length: '], SMUGGLED, path),
  post(['Content-Length : 2'], `{}${SMUGGLED}`, path),
  post(['Transfer-Encoding: xchunked'], `0\r\n\r\n${SMUGGLED}`, path),
  post(['Transfer-Encoding: chunked, identity'], `0\r\n\r\n${SMUGGLED}`, path),
  post(['Transfer-Encoding: identity'], SMUGGLED, path),
  post(['Transfer-Encoding : chunked'], `0\r\n\r\n${SMUGGLED}`, path),
  post(['Transfer-Encoding:\tchunked', 'Content-Length: 2'], `0\r\n\r\n${SMUGGLED}`, path),
  post(['Transfer-Encoding: chunked', 'Transfer-Encoding: identity'], `0\r\n\r\n${SMUGGLED}`, path),
  post(['Transfer-Encoding: "chunked"'], `0\r\n\r\n${SMUGGLED}`, path),
  post([chunked], `zz\r\n${SMUGGLED}`, path),
  post([chunked], `-1\r\n${SMUGGLED}`, path),
  post([chunked], `ffffffffffffffffff\r\n${SMUGGLED}`, path),
  post([chunked], `2\r\n{}XX0\r\n\r\n${SMUGGLED}`, path),
  post([chunked], `2;${'x'.repeat(20_000)}\r\n{}\r\n0\r\n\r\n${SMUGGLED}`, path),
  post([chunked], `0\r\nContent-Length: 40\r\n\r\n${SMUGGLED}`, path),
  post([chunked], `2\n{}\n0\n\n${SMUGGLED}`, path),
])
