import { describe, expect, test } from 'bun:test'
import { type Device, downloadsFor, operatingSystem } from '#client/downloads/operating-system.ts'

const aDevice = (changes: Partial<Device>): Device => ({ userAgent: '', platform: '', maxTouchPoints: 0, ...changes })

const mac =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari'
const android = 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile'

describe('the operating system detection', () => {
  test.each([
    ['Mac', 'mac', aDevice({ platform: 'MacIntel', userAgent: mac })],
    ['Mac, as Chromium says it', 'mac', aDevice({ platform: 'MacIntel', userAgentData: { platform: 'macOS' } })],
    ['iPhone', 'ios', aDevice({ platform: 'iPhone', maxTouchPoints: 5 })],
    ['iPad, which says that it is a Mac', 'ios', aDevice({ platform: 'MacIntel', userAgent: mac, maxTouchPoints: 5 })],
    ['Android, whose platform is Linux', 'android', aDevice({ platform: 'Linux armv8l', userAgent: android })],
    ['Android, as Chromium says it', 'android', aDevice({ userAgentData: { platform: 'Android' } })],
    ['Linux', 'linux', aDevice({ platform: 'Linux x86_64' })],
    ['Windows', 'windows', aDevice({ platform: 'Win32' })],
    ['Windows with a touch screen', 'windows', aDevice({ platform: 'Win32', maxTouchPoints: 10 })],
  ] as const)('recognizes %s', (_, system, device) => {
    expect(operatingSystem(device)).toBe(system)
  })

  test('returns nothing for an unknown system', () => {
    const chromebook = aDevice({ platform: 'Linux x86_64', userAgent: 'Mozilla/5.0 (X11; CrOS x86_64 14541.0.0)' })
    expect([operatingSystem(chromebook), operatingSystem(aDevice({ platform: 'PlayStation' }))]).toEqual([
      undefined,
      undefined,
    ])
  })
})

describe('the order of downloads', () => {
  const links = { mac: 'https://m.example', ios: 'https://i.example', windows: 'https://w.example' }
  const systems = (own?: 'mac' | 'linux') => downloadsFor(links, own).map(({ system }) => system)

  test("starts with the reader's system, followed by all others", () => {
    expect(systems('mac')).toEqual(['mac', 'ios', 'windows'])
  })

  test('is fixed for an unknown system or one without a download', () => {
    expect(systems()).toEqual(['ios', 'windows', 'mac'])
    expect(systems('linux')).toEqual(systems())
  })
})
