import { plainBody } from './search/plain-body.ts'
import { cutBetweenWords } from './search/quote.ts'

/** What search engines show under a title. */
const DESCRIPTION_MAX_CHARACTERS = 160

/** The first words of HTML as plain text, cut between words, for the description of a page. */
export function excerpt(html: string): string {
  const text = plainBody('html', html)
  return text.length <= DESCRIPTION_MAX_CHARACTERS ? text : `${cutBetweenWords(text, DESCRIPTION_MAX_CHARACTERS)}…`
}
