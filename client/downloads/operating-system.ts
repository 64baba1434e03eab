import type { SiteInfo } from '#contract/site.ts'

/** Download URLs of one app in site.yml. */
export type Links = SiteInfo['downloads']['driver']
export type AppId = 'driver' | 'operator'
export type System = keyof Links

/** The parts of `navigator` that identify the system. */
export type Device = {
  userAgent: string
  platform: string
  maxTouchPoints: number
  userAgentData?: { platform?: string }
}

/** The operating system; `undefined` for unknown ones. An iPad claims to be a Mac, but Macs have no touch screen. */
export function operatingSystem({ userAgent, platform, maxTouchPoints, userAgentData }: Device): System | undefined {
  const reported = userAgentData?.platform || platform
  if (/android/i.test(reported + userAgent)) return 'android'
  if (/^(iphone|ipad|ipod|ios)/i.test(reported)) return 'ios'
  if (/^mac/i.test(reported)) return maxTouchPoints > 1 ? 'ios' : 'mac'
  if (/^win/i.test(reported)) return 'windows'
  if (/^linux/i.test(reported) && !/\bCrOS\b/.test(userAgent)) return 'linux'
  return undefined
}

export const systemNames: Record<System, string> = {
  android: 'Android',
  ios: 'iOS',
  windows: 'Windows',
  mac: 'Mac',
  linux: 'Linux',
}

/** What a badge says: the action, and the store or system. */
export function badgeText(system: System, address: string): [action: string, store: string] {
  if (address.startsWith('https://apps.apple.com/'))
    return ['Download on the', system === 'mac' ? 'Mac App Store' : 'App Store']
  if (address.startsWith('https://play.google.com/')) return ['Get it on', 'Google Play']
  return ['Download for', systemNames[system]]
}

const systems: readonly System[] = ['android', 'ios', 'windows', 'mac', 'linux']

export const hasDownloads = (links: Links): boolean => Object.values(links).some(Boolean)

export type Download = { system: System; address: string }

export function downloadsFor(links: Links, own: System | undefined): Download[] {
  const order = own ? [own, ...systems.filter((system) => system !== own)] : systems
  return order.flatMap((system) => {
    const address = links[system]
    return address ? [{ system, address }] : []
  })
}
