import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net'

/** Proxies whose X-Forwarded-For is trusted. */
export type TrustedProxies = { includes(address: string): boolean }

/** Parses IP addresses and CIDR ranges: `10.0.0.0/8`, `::1`, …. Returns `undefined` if one of them is invalid. */
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
 * Returns the client's IP address: the socket's peer, or an X-Forwarded-For entry as long as its writers are trusted. The list
 * is read from the right, where our own proxies append; entries that the client wrote itself are further left.
 */
export function clientIp(peer: string, forwardedFor: string | null, trusted: TrustedProxies): string {
  const hops = (forwardedFor ?? '').slice(-2000).split(',').map(withoutIpv4Mapping)
  let address = withoutIpv4Mapping(peer)
  while (trusted.includes(address)) {
    const next = hops.pop()
    if (next === undefined || isIP(next) === 0) return address
    address = next
  }
  return address
}

/** `::ffff:10.0.0.1` → `10.0.0.1`. */
const withoutIpv4Mapping = (address: string) => address.trim().replace(/^::ffff:(?=\d+\.)/i, '')

/** Whether a proxy on this machine or in its network may have this address. */
export const isPrivateAddress = (address: string): boolean =>
  /^(?:127\.|10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|::1$|f[cd][\da-f]{2}:)/i.test(withoutIpv4Mapping(address))

/** The network without the host: the /24 of an IPv4 address, the /48 of an IPv6 one. Empty if it is neither. */
export function anonymizeIp(address: string): string {
  if (isIPv4(address)) return `${address.split('.').slice(0, 3).join('.')}.0/24`
  if (isIPv6(address)) return `${firstGroups(address, 3).join(':')}::/48`
  return ''
}

/** The network that shares a place in queues: the /24 of an IPv4 address, or the /56 of an IPv6 one. */
export const networkOf = (address: string) => (isIPv4(address) ? anonymizeIp(address) : rateLimitKey(address))

/**
 * The key under which requests are limited: an IPv4 address, or the /56 of an IPv6 one, because providers give most homes and
 * offices a whole /56. Anything else is returned unchanged.
 */
export function rateLimitKey(address: string): string {
  if (!isIPv6(address)) return address
  const [first, second, third, fourth = '0'] = firstGroups(address, 4)
  const upperByte = (Number.parseInt(fourth, 16) & 0xff00).toString(16)
  return `${first}:${second}:${third}:${upperByte}::/56`
}

/** `2001:db8::1` starts with 2001, db8, 0. */
function firstGroups(address: string, count: number): string[] {
  const [left = ''] = address.split('::')
  const groups = left === '' ? [] : left.split(':')
  return Array.from({ length: count }, (_, index) => Number.parseInt(groups[index] ?? '0', 16).toString(16))
}
