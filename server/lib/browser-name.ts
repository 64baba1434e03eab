/** In order: most browsers also name the ones that they descend from. */
const BROWSERS: readonly [RegExp, string][] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Headless)?Chrome\/|\bCriOS\/|\bChromium\//, 'Chrome'],
  [/\bVersion\/[\d.]+ .*\bSafari\//, 'Safari'],
  [/^curl\//, 'curl'],
]
const SYSTEMS: readonly [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]
/** A longer user agent is not examined. */
const USER_AGENT_MAX_CHARACTERS = 500

/** `Firefox on Linux`, from a user agent; `Unknown browser` for one that is not known. Never contains input. */
export function browserName(userAgent: string): string {
  const text = userAgent.slice(0, USER_AGENT_MAX_CHARACTERS)
  const nameIn = (list: readonly [RegExp, string][]) => list.find(([pattern]) => pattern.test(text))?.[1]
  const browser = nameIn(BROWSERS) ?? 'Unknown browser'
  const system = nameIn(SYSTEMS)
  return system ? `${browser} on ${system}` : browser
}
