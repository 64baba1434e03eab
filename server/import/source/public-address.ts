import { BlockList, isIPv4, isIPv6 } from 'node:net'

/** IPv4 networks that are not the public internet (IANA special-purpose registry), cloud metadata among them. */
const SPECIAL_IPV4 = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24'],
  ...['192.0.2.0/24', '192.31.196.0/24', '192.52.193.0/24', '192.88.99.0/24', '192.168.0.0/16', '192.175.48.0/24'],
  ...['198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4'],
  // Answers with the metadata of machines at Azure, although the address is public.
  '168.63.129.16/32',
]
/** In the range of global addresses: protocol assignments and Teredo, documentation, 6to4, which embeds any IPv4 address. */
const SPECIAL_IPV6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']

const blocked = new BlockList()
for (const [networks, family] of [
  [SPECIAL_IPV4, 'ipv4'],
  [SPECIAL_IPV6, 'ipv6'],
] as const)
  for (const network of networks) {
    const [address = '', bits] = network.split('/')
    blocked.addSubnet(address, Number(bits), family)
  }
const globalIpv6 = new BlockList()
globalIpv6.addSubnet('2000::', 3, 'ipv6')

/**
 * Whether an IP address belongs to the public internet. All IPv6 forms of IPv4 addresses (`::ffff:10.0.0.1`, `64:ff9b::…`)
 * are outside of the global range, so they are rejected.
 */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !blocked.check(address, 'ipv4')
  return isIPv6(address) && globalIpv6.check(address, 'ipv6') && !blocked.check(address, 'ipv6')
}
