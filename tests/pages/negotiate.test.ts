import { describe, expect, test } from 'bun:test'
import { bestEncoding, bestStaticEncoding } from '#server/http/responses.ts'

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
    expect(bestEncoding(header)).toBe(encoding as 'br')
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
    expect(bestEncoding(header)).toBe(encoding as 'br')
  })

  test('offers zstd for build files when Brotli is not accepted', () => {
    expect(bestStaticEncoding('gzip, deflate, br, zstd')).toBe('br')
    expect(bestStaticEncoding('gzip, zstd')).toBe('zstd')
    expect(bestStaticEncoding('zstd;q=0.5, gzip')).toBe('gzip')
    expect(bestStaticEncoding('*;q=0')).toBe('identity')
  })

  test('caches a bounded number of results without changing them', () => {
    for (let count = 0; count < 1_000; count++) bestEncoding(`gzip, made-up-${count}`)
    expect(bestEncoding('br, made-up-7')).toBe('br')
    expect(bestEncoding('gzip, made-up-999')).toBe('gzip')
  })
})
