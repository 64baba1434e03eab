import { describe, expect, test } from 'bun:test'
import { assertSameOrigin } from '#server/http/request.ts'

const write = (headers: Record<string, string>) => () =>
  assertSameOrigin(
    new Request('http://localhost/api/tags', { method: 'POST', headers: { host: 'shop.example', ...headers } }),
  )

describe("a browser's write", () => {
  test('is accepted from our own pages, and from clients other than browsers', () => {
    expect(write({})).not.toThrow()
    expect(write({ origin: 'https://shop.example', 'sec-fetch-site': 'same-origin' })).not.toThrow()
    expect(write({ origin: 'http://shop.example', 'sec-fetch-site': 'none' })).not.toThrow()
  })

  const foreign: Record<string, string>[] = [
    { origin: 'https://evil.example' },
    { origin: 'https://shop.example.evil.example' },
    { origin: 'https://shop.example:8443' },
    { origin: 'null' },
    { origin: '' },
    { 'sec-fetch-site': 'cross-site' },
    { origin: 'https://shop.example', 'sec-fetch-site': 'same-site' },
  ]
  test.each(foreign)('is 403 with %j', (headers) => {
    expect(write(headers)).toThrow(expect.objectContaining({ status: 403 }))
  })
})
