const DOMAIN_MAX_CHARACTERS = 80

/** Whose it is to those who know: `ann@bakery.example` becomes `a…@bakery.example`. What is no e-mail stays as it is. */
export function shortEmail(text: string): string {
  const at = text.lastIndexOf('@')
  if (at === -1) return text
  const [first = ''] = text.slice(0, at)
  return `${first}…${text.slice(at, at + 1 + DOMAIN_MAX_CHARACTERS)}`
}
