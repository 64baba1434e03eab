/**
 * Optional plus and country digit, area code with or without parentheses, three digits, four digits, separators space, dash or dot,
 * and an optional extension. Matches what the mask of the sign-up writes, with and without the country digit. Check the length
 * first.
 */
const PHONE = /^(?:\+?\d[ .-]*)?(?:\(\d{3}\)|\d{3})[ .-]*\d{3}[ .-]*\d{4}(?: *x\d{1,4})?$/

export const isPhone = (text: string) => PHONE.test(text)
