import { describe, expect, test } from 'bun:test'
import { apiPaths } from '#contract/paths.ts'
import { pageHeaders } from '#server/http/responses.ts'
import { tlsOf } from '#server/http/strict-transport.ts'
import { testApp } from '#tests/helpers/test-app.ts'

const hashes = { scripts: ['sha256-THEME='], styles: ['sha256-ONE=', 'sha256-TWO='] }

describe('the headers of a page', () => {
  test('allow scripts and styles by hash and nothing inline', () => {
    expect(pageHeaders(hashes, { tls: undefined })['content-security-policy']).toBe(
      "default-src 'none'; script-src 'self' 'sha256-THEME='; " +
        "style-src-elem 'self' 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=' 'sha256-ONE=' 'sha256-TWO='; " +
        "style-src-attr 'none'; img-src 'self' data:; media-src 'self'; font-src 'self'; connect-src 'self'; " +
        "manifest-src 'self'; form-action 'self'; base-uri 'none'; object-src 'none'; frame-ancestors 'none'",
    )
  })

  test('send HSTS only when PUBLIC_URL is https', () => {
    expect(pageHeaders(hashes, { tls: undefined })).not.toHaveProperty('strict-transport-security')
    const overTls = pageHeaders(hashes, { tls: tlsOf('https://shop.example', { days: 365, subdomains: false }) })
    expect(overTls['strict-transport-security']).toBe('max-age=31536000')
    expect(tlsOf('https://shop.example', { days: 7, subdomains: true })?.strictTransport).toBe(
      'max-age=604800; includeSubDomains',
    )
    expect(overTls['content-security-policy']).toEndWith('; upgrade-insecure-requests')
  })
})

test.each([undefined, 'http://www.testery.example'])('requests no https when PUBLIC_URL is %s', async (PUBLIC_URL) => {
  const app = await testApp({ env: { PUBLIC_URL } })
  const url = app.listen()
  const paths = ['/nothing', '/nothing', apiPaths.tags, '/api/nothing', '/healthz', '/feed.xml']
  for (const path of [...paths, '/rss.xml', '/storage/nothing.png', '/favicon.ico', `/${'x'.repeat(5_000)}`]) {
    const response = await fetch(url + path, { redirect: 'manual' })
    expect([path, response.headers.get('strict-transport-security')]).toEqual([path, null])
  }
  await app.close()
})
