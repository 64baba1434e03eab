import { describe, expect, test } from 'bun:test'
import { createOriginCheck } from '#server/http/same-origin.ts'

type Write = { headers: Record<string, string>; publicUrl?: string }

/** Returns the rejection of a write, its status and what it says, and what is in the log; `undefined` if it is accepted. */
function rejectionOf({ headers, publicUrl }: Write) {
  const logged: unknown[] = []
  const ignore = () => {}
  const log = { debug: ignore, info: ignore, error: ignore, warn: (...line: unknown[]) => logged.push(line) }
  const check = createOriginCheck({ publicUrl, log: log as never })
  try {
    check(new Request('http://localhost/api/tags', { method: 'POST', headers: { host: 'shop.example', ...headers } }))
  } catch (error) {
    return { ...(error as { status: number; message: string; details: Record<string, string> }), logged }
  }
  expect(logged).toEqual([])
  return undefined
}

describe("a browser's write", () => {
  test.each<Record<string, string>>([
    {},
    { origin: 'https://shop.example', 'sec-fetch-site': 'same-origin' },
    { origin: 'http://shop.example', 'sec-fetch-site': 'none' },
    { origin: 'https://SHOP.example' },
    { origin: 'null', 'sec-fetch-site': 'same-origin' },
    { origin: 'http://localhost:5173' },
    { origin: 'http://127.0.0.1:3000', host: 'upstream:3000' },
    { origin: 'http://[::1]:3000' },
  ])('is accepted with %j', (headers) => expect(rejectionOf({ headers })).toBeUndefined())

  const foreign: Record<string, string>[] = [
    { origin: 'https://evil.example' },
    { origin: 'https://shop.example.evil.example' },
    { origin: 'https://localhost.evil.example' },
    { origin: 'https://127.0.0.1.evil.example' },
    { origin: 'https://shop.example:8443' },
    { origin: 'null' },
    { origin: 'null', 'sec-fetch-site': 'cross-site' },
    { origin: '' },
    { origin: 'shop.example' },
    { 'sec-fetch-site': 'cross-site' },
    { origin: 'https://shop.example', 'sec-fetch-site': 'same-site' },
  ]
  test.each(foreign)('is 403 with %j', (headers) => {
    expect(rejectionOf({ headers })?.status).toBe(403)
    expect(rejectionOf({ headers, publicUrl: 'https://shop.example' })?.status).toBe(403)
  })
})

describe("behind a proxy that sends its upstream's name as Host", () => {
  const host = 'palletry_upstream:3000'
  const publicUrl = 'https://shop.example'

  test('a write from the origin of PUBLIC_URL is accepted', () =>
    expect(rejectionOf({ headers: { host, origin: publicUrl }, publicUrl })).toBeUndefined())

  test('a write from a subdomain, another scheme or another port of it is 403', () => {
    for (const origin of ['https://www.shop.example', 'http://shop.example', 'https://shop.example:444'])
      expect(rejectionOf({ headers: { host, origin }, publicUrl })?.status).toBe(403)
  })

  test('the rejection says which origin the site expects, and repeats nothing that was sent', () => {
    const rejected = rejectionOf({ headers: { host, origin: 'https://other.example' }, publicUrl })
    expect(rejected).toMatchObject({ details: { expectedOrigin: publicUrl } })
    expect(JSON.stringify([rejected?.message, rejected?.details])).not.toContain('other.example')
    expect(rejectionOf({ headers: { host, origin: publicUrl } })).toMatchObject({ details: { expectedOrigin: '' } })
  })

  test('the log has both values and names the setting and the header', () => {
    const logged = JSON.stringify(
      rejectionOf({ headers: { host, origin: 'https://other.example' }, publicUrl })?.logged,
    )
    for (const part of ['https://other.example', host, publicUrl, 'PUBLIC_URL', 'header Host'])
      expect(logged).toContain(part)
  })
})
