import { describe, expect, test } from 'bun:test'
import { clientIp, type TrustedProxies, trustedProxies } from '#server/lib/ip.ts'

function trusting(...ranges: string[]): TrustedProxies {
  const proxies = trustedProxies(ranges)
  if (!proxies) throw new Error('these ranges are wrong')
  return proxies
}

describe("the client's IP address", () => {
  test("is the socket's peer without a trusted proxy, whatever a header says", () => {
    expect(clientIp('203.0.113.7', '1.2.3.4', trusting())).toBe('203.0.113.7')
  })

  test('is the one that a trusted proxy wrote', () => {
    expect(clientIp('10.0.0.1', '203.0.113.7', trusting('10.0.0.0/8'))).toBe('203.0.113.7')
  })

  test('is the rightmost that is not a trusted proxy, so that a client cannot forge it', () => {
    expect(clientIp('10.0.0.1', '1.1.1.1, 203.0.113.7, 10.0.0.2', trusting('10.0.0.0/8'))).toBe('203.0.113.7')
  })

  test('is the last valid one when the list ends or contains garbage', () => {
    const proxies = trusting('10.0.0.0/8')
    expect(clientIp('10.0.0.1', null, proxies)).toBe('10.0.0.1')
    expect(clientIp('10.0.0.1', '10.0.0.2', proxies)).toBe('10.0.0.2')
    expect(clientIp('10.0.0.1', '<script>, 10.0.0.2', proxies)).toBe('10.0.0.2')
    expect(clientIp('10.0.0.1', '', proxies)).toBe('10.0.0.1')
  })

  test('is recognized as IPv6 and as IPv4-mapped IPv6', () => {
    expect(clientIp('fd00::1', '2001:db8::7', trusting('fd00::/8'))).toBe('2001:db8::7')
    expect(clientIp('::ffff:10.0.0.1', '::ffff:203.0.113.7', trusting('10.0.0.0/8'))).toBe('203.0.113.7')
    expect(clientIp('::1', '203.0.113.7', trusting('::1'))).toBe('203.0.113.7')
  })
})

test('rejects invalid CIDRs', () => {
  const wrong = ['10.0.0.0/33', '::/129', '10.0.0.0/-1', '10.0.0.0/', '10.0.0/8', 'localhost', '10.0.0.0/8/8', '']
  expect(wrong.filter((range) => trustedProxies([range]) !== undefined)).toEqual([])
})
