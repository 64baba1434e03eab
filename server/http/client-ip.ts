import { BlockList, isIP } from 'node:net'

/** Whose X-Forwarded-For counts: one address or CIDR each, v4 or v6. */
export type TrustedProxies = { includes(address: string): boolean }

/** Reads `10.0.0.0/8`, `::1`, …; `undefined` where one of them is neither an address nor a CIDR. */
export function trustedProxies(ranges: readonly string[]): TrustedProxies | undefined {
  const list = new BlockList()
  for (const range of ranges) {
    const [address = '', bits, ...rest] = range.split('/')
    const family = isIP(address)
    const prefix = bits === undefined ? (family === 4 ? 32 : 128) : Number(bits)
    if (family === 0 || rest.length > 0 || !/^\d{1,3}$/.test(bits ?? '0') || prefix > (family === 4 ? 32 : 128)) return
    list.addSubnet(address, prefix, family === 4 ? 'ipv4' : 'ipv6')
  }
  return { includes: (address) => isIP(address) !== 0 && list.check(address, isIP(address) === 4 ? 'ipv4' : 'ipv6') }
}

/**
 * Who asks: the socket's peer, or what stands in X-Forwarded-For as long as those who wrote it are trusted.
 * The list is walked from the right, where our own proxies add; what a client wrote itself stands left of that.
 */
export function clientAddress(peer: string, forwardedFor: string | null, trusted: TrustedProxies): string {
  const hops = (forwardedFor ?? '').slice(-2000).split(',').map(plainAddress)
  let address = plainAddress(peer)
  while (trusted.includes(address)) {
    const next = hops.pop()
    if (next === undefined || isIP(next) === 0) return address
    address = next
  }
  return address
}

/** `::ffff:10.0.0.1` is the v4 address that it carries. */
const plainAddress = (address: string) => address.trim().replace(/^::ffff:(?=\d+\.)/i, '')
