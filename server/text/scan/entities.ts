import { decodeHTMLStrict } from 'entities'

const ENTITY = /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z]+\d{0,2});/gi
/** No text shows them. */
const CONTROL = /\p{Cc}/u

/** Returns what `&amp;` or `&#8212;` shows, and `undefined` for an entity that is unknown or a control character. */
export function decodeEntity(entity: string): string | undefined {
  const shown = decodeHTMLStrict(entity)
  return shown === entity || CONTROL.test(shown) ? undefined : shown
}

/** Decodes the entities of a text. Unknown ones stay, and control characters become spaces. */
export const decodeEntities = (html: string): string =>
  html.replace(ENTITY, (entity) => decodeHTMLStrict(entity).replace(CONTROL, ' '))
