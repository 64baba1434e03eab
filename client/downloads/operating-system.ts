import type { SiteFacts } from '#contract/site.ts'

/** One app's download addresses, as far as site.yml has them. */
export type Links = SiteFacts['downloads']['driver']
export type System = keyof Links

/** What a browser tells of its device: `navigator` is one. */
export type Device = {
  userAgent: string
  platform: string
  maxTouchPoints: number
  userAgentData?: { platform?: string }
}

/** The system of a device (§9); `undefined` for any other than the five. An iPad says that it is a Mac, but no Mac has touch. */
export function operatingSystem({ userAgent, platform, maxTouchPoints, userAgentData }: Device): System | undefined {
  const reported = userAgentData?.platform || platform
  if (/android/i.test(reported + userAgent)) return 'android'
  if (/^(iphone|ipad|ipod|ios)/i.test(reported)) return 'ios'
  if (/^mac/i.test(reported)) return maxTouchPoints > 1 ? 'ios' : 'mac'
  if (/^win/i.test(reported)) return 'windows'
  if (/^linux/i.test(reported) && !/\bCrOS\b/.test(userAgent)) return 'linux'
  return undefined
}

/** What readers call their system. */
export const systemNames: Record<System, string> = {
  android: 'Android',
  ios: 'iOS',
  windows: 'Windows',
  mac: 'Mac',
  linux: 'Linux',
}

const systems: readonly System[] = ['android', 'ios', 'windows', 'mac', 'linux']

export type Download = { system: System; address: string }

/** All downloads that there are: that of the reader's own system first. */
export function downloadsFor(links: Links, own: System | undefined): Download[] {
  const order = own ? [own, ...systems.filter((system) => system !== own)] : systems
  return order.flatMap((system) => {
    const address = links[system]
    return address ? [{ system, address }] : []
  })
}
