import { isPostalCode } from '#contract/validate.ts'

/** Input mask: `(###) ### - #### x####`, with a country digit after `+` or 1 (docs/product-rules.md#phone). */
const NATIONAL_DIGITS = 10
const EXTENSION_DIGITS = 4

/** Characters with a meaning. All others belong to the mask. */
const SIGNIFICANT = /[\d+x]/

type Parts = { country: string; national: string; extension: string | undefined }

/** Formats typed, pasted or filled-in text. Characters that do not fit are dropped. */
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

/** One country digit is supported. Mexico's code has two and is dropped: its ten digits suffice. */
function splitCountry(plus: boolean, digits: string): Omit<Parts, 'extension'> {
  if (plus && digits.startsWith('52') && digits.length >= NATIONAL_DIGITS + 2)
    return { country: '', national: digits.slice(2, NATIONAL_DIGITS + 2) }
  if (plus) return { country: `+${digits.slice(0, 1)}`, national: digits.slice(1, NATIONAL_DIGITS + 1) }
  if (digits.startsWith('1') && digits.length > NATIONAL_DIGITS)
    return { country: '1', national: digits.slice(1, NATIONAL_DIGITS + 1) }
  return { country: '', national: digits.slice(0, NATIONAL_DIGITS) }
}

/** Never ends with a mask character, so that backspace at the end always deletes a digit. */
function grouped(digits: string): string {
  if (digits === '') return ''
  const [area, exchange, line] = [digits.slice(0, 3), digits.slice(3, 6), digits.slice(6)]
  return `(${area}${exchange && `) ${exchange}`}${line && ` - ${line}`}`
}

/** Whether the user typed this character, for placing the caret. */
export const isUserCharacter = (character: string) => SIGNIFICANT.test(character.toLowerCase())

const TYPED_MAX_CHARACTERS = 10

/** Digits and a hyphen; in Canada also upper-case letters and a space (docs/product-rules.md#postal-code). */
export function filterPostalCode(typed: string, country: string): string {
  const allowed =
    country === 'Canada' ? typed.toUpperCase().replaceAll(/[^A-Z\d -]/g, '') : typed.replaceAll(/[^\d-]/g, '')
  return allowed.slice(0, TYPED_MAX_CHARACTERS)
}

/** Filters the unfiltered text again for another country; `undefined` if it is not a postal code there. */
export function recoverPostalCode(whole: string, country: string): string | undefined {
  const limited = filterPostalCode(whole, country)
  return isPostalCode(limited, country) ? limited : undefined
}

/** Keeps the caret behind the same user character. An unchanged value is not set, which preserves undo. */
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
