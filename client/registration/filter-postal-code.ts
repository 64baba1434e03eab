import { isPostalCode } from '#contract/postal-code.ts'

/** §5: at most so many characters can be typed as a postal code. */
const TYPED_MAX_CHARACTERS = 10

/** Only digits and a hyphen (§5); in Canada also letters, in capitals, and a space (decision 23). */
export function filterPostalCode(typed: string, country: string): string {
  const allowed =
    country === 'Canada' ? typed.toUpperCase().replaceAll(/[^A-Z\d -]/g, '') : typed.replaceAll(/[^\d-]/g, '')
  return allowed.slice(0, TYPED_MAX_CHARACTERS)
}

/** A whole code as it was pasted or filled in, limited anew for another country; `undefined` where it is none there. */
export function recoverPostalCode(whole: string, country: string): string | undefined {
  const limited = filterPostalCode(whole, country)
  return isPostalCode(limited, country) ? limited : undefined
}
