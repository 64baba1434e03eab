import { isPostalCode } from '#contract/postal-code.ts'

/**
 * What may be typed as a phone number (§5), and how it is written meanwhile: `(###) ### - #### x####`, after `+` or 1 also
 * with a country digit (decision 22). That is 17 characters typed, of the 20 that §5 allows; the mask's own do not count.
 */
const NATIONAL_DIGITS = 10
const EXTENSION_DIGITS = 4

/** Everything that carries meaning: all else in a number is the mask's. */
const SIGNIFICANT = /[\d+x]/

type Parts = { country: string; national: string; extension: string | undefined }

/** Writes what was typed, pasted or filled in as the mask has it; what a number cannot hold is left out. */
export function maskPhone(typed: string): string {
  const { country, national, extension } = partsOf(typed)
  const number = [country, grouped(national)].filter(Boolean).join(' ')
  return extension === undefined ? number : `${number} x${extension}`
}

function partsOf(typed: string): Parts {
  const significant = [...typed.toLowerCase()].filter((one) => SIGNIFICANT.test(one))
  const [before = '', after] = significant.join('').split('x')
  const { country, national } = splitCountry(before.startsWith('+'), before.replaceAll('+', ''))
  const whole = national.length === NATIONAL_DIGITS
  const extension = after?.replaceAll('+', '').slice(0, EXTENSION_DIGITS)
  return { country, national, extension: whole ? extension : undefined }
}

/** One country digit is all that §5 knows. Mexico has two, and needs none: its ten digits are a number by themselves. */
function splitCountry(plus: boolean, digits: string): Omit<Parts, 'extension'> {
  if (plus && digits.startsWith('52') && digits.length >= NATIONAL_DIGITS + 2)
    return { country: '', national: digits.slice(2, NATIONAL_DIGITS + 2) }
  if (plus) return { country: `+${digits.slice(0, 1)}`, national: digits.slice(1, NATIONAL_DIGITS + 1) }
  if (digits.startsWith('1') && digits.length > NATIONAL_DIGITS)
    return { country: '1', national: digits.slice(1, NATIONAL_DIGITS + 1) }
  return { country: '', national: digits.slice(0, NATIONAL_DIGITS) }
}

/** Never ends in a mark of the mask: so a backspace at the end always takes away what was typed. */
function grouped(digits: string): string {
  if (digits === '') return ''
  const [area, exchange, line] = [digits.slice(0, 3), digits.slice(3, 6), digits.slice(6)]
  return `(${area}${exchange && `) ${exchange}`}${line && ` - ${line}`}`
}

/** Whether a character is the typist's own, for the caret to be put back behind it. */
export const isUserCharacter = (character: string) => SIGNIFICANT.test(character.toLowerCase())

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

/**
 * Puts the allowed text in place of what a field holds, with the caret behind the same typed character as before.
 * `counts` says which characters are the typist's own. Does nothing, and so keeps undo, where all is as it should be.
 */
export function setValueKeepingCaret(
  input: HTMLInputElement,
  allowed: string,
  counts: (character: string) => boolean,
): void {
  if (input.value === allowed) return
  const caret = input.selectionStart ?? input.value.length
  const atEnd = caret === input.value.length
  const before = [...input.value.slice(0, caret)].filter(counts).length
  input.value = allowed
  const place = atEnd ? allowed.length : placeAfter(allowed, before, counts)
  if (input.ownerDocument.activeElement === input) input.setSelectionRange(place, place)
}

function placeAfter(text: string, count: number, counts: (character: string) => boolean): number {
  let seen = 0
  for (let place = 0; place < text.length; place++) {
    if (seen === count) return place
    if (counts(text.charAt(place))) seen++
  }
  return text.length
}
