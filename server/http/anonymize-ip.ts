import { isIPv4, isIPv6 } from 'node:net'

/** Where somebody writes from, but not who: the first three numbers of a v4 address (/24), the first three groups of a v6 one (/48). */
export function shortAddress(address: string): string {
  if (isIPv4(address)) return `${address.split('.').slice(0, 3).join('.')}.0/24`
  if (isIPv6(address)) return `${firstGroups(address, 3).join(':')}::/48`
  return ''
}

/**
 * Who counts as one for a limit: an IPv4 address, or the /56 of an IPv6 one, which is what a provider gives a customer at
 * most homes and offices: all of its addresses belong to the same party. Anything else is returned as it is.
 */
export function limitedAs(address: string): string {
  if (!isIPv6(address)) return address
  const [first, second, third, fourth = '0'] = firstGroups(address, 4)
  const upperByte = (Number.parseInt(fourth, 16) & 0xff00).toString(16)
  return `${first}:${second}:${third}:${upperByte}::/56`
}

/** `2001:db8::1` begins with 2001, db8, 0. */
function firstGroups(address: string, count: number): string[] {
  const [left = ''] = address.split('::')
  const groups = left === '' ? [] : left.split(':')
  return Array.from({ length: count }, (_, place) => Number.parseInt(groups[place] ?? '0', 16).toString(16))
}
