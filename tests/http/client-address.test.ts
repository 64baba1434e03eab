import { describe, expect, test } from 'bun:test'
import { clientAddress, type TrustedProxies, trustedProxies } from '#server/http/client-ip.ts'

function trusting(...ranges: string[]): TrustedProxies {
  const proxies = trustedProxies(ranges)
  if (!proxies) throw new Error('these ranges are wrong')
  return proxies
}

describe('the address of a client', () => {
  test('is the peer of the socket where no proxy is trusted, whatever a header says', () => {
    expect(clientAddress('203.0.113.7', '1.2.3.4', trusting())).toBe('203.0.113.7')
  })

  test('is what a trusted proxy wrote', () => {
    expect(clientAddress('10.0.0.1', '203.0.113.7', trusting('10.0.0.0/8'))).toBe('203.0.113.7')
  })

  test('is the rightmost that no trusted proxy has: what a client wrote itself does not count', () => {
    expect(clientAddress('10.0.0.1', '1.1.1.1, 203.0.113.7, 10.0.0.2', trusting('10.0.0.0/8'))).toBe('203.0.113.7')
  })

  test('is the last good one where the list ends or holds nonsense', () => {
    const proxies = trusting('10.0.0.0/8')
    expect(clientAddress('10.0.0.1', null, proxies)).toBe('10.0.0.1')
    expect(clientAddress('10.0.0.1', '10.0.0.2', proxies)).toBe('10.0.0.2')
    expect(clientAddress('10.0.0.1', '<script>, 10.0.0.2', proxies)).toBe('10.0.0.2')
    expect(clientAddress('10.0.0.1', '', proxies)).toBe('10.0.0.1')
  })

  test('is known in v6, and in v4 that v6 carries', () => {
    expect(clientAddress('fd00::1', '2001:db8::7', trusting('fd00::/8'))).toBe('2001:db8::7')
    expect(clientAddress('::ffff:10.0.0.1', '::ffff:203.0.113.7', trusting('10.0.0.0/8'))).toBe('203.0.113.7')
    expect(clientAddress('::1', '203.0.113.7', trusting('::1'))).toBe('203.0.113.7')
  })
})

test('ranges that are none are refused', () => {
  const wrong = ['10.0.0.0/33', '::/129', '10.0.0.0/-1', '10.0.0.0/', '10.0.0/8', 'localhost', '10.0.0.0/8/8', '']
  expect(wrong.filter((range) => trustedProxies([range]) !== undefined)).toEqual([])
})
