import { describe, expect, test } from 'bun:test'
import { bestEncoding } from '#server/http/accept-encoding.ts'
import { BUILD_ENCODINGS, ENCODINGS } from '#server/http/responses.ts'

describe('encoding negotiation', () => {
  test.each([
    [null, 'identity'],
    ['', 'identity'],
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip', 'gzip'],
    ['GZip', 'gzip'],
    ['x-gzip', 'gzip'],
    ['*', 'br'],
    ['deflate', 'identity'],
  ])('selects for %p: %p', (header, encoding) => {
    expect(bestEncoding(header, ENCODINGS)).toBe(encoding as 'br')
  })

  test.each([
    ['br;q=0, gzip', 'gzip'],
    ['br;q=0', 'identity'],
    ['br; q=0.0, *', 'gzip'],
    ['*;q=0', 'identity'],
    ['gzip;q=1, br;q=0.5', 'gzip'],
    ['br;q=0.5, identity', 'identity'],
    ['BR;Q=1, GZIP;Q=0.9', 'br'],
    ['gzip;q=banana', 'identity'],
    ['gzip;q=2', 'identity'],
  ])('respects weights and rejections: %p gets %p', (header, encoding) => {
    expect(bestEncoding(header, ENCODINGS)).toBe(encoding as 'br')
  })

  test('offers zstd for build files when Brotli is not accepted', () => {
    expect(bestEncoding('gzip, deflate, br, zstd', BUILD_ENCODINGS)).toBe('br')
    expect(bestEncoding('gzip, zstd', BUILD_ENCODINGS)).toBe('zstd')
    expect(bestEncoding('zstd;q=0.5, gzip', BUILD_ENCODINGS)).toBe('gzip')
    expect(bestEncoding('*;q=0', BUILD_ENCODINGS)).toBe('identity')
  })
})
