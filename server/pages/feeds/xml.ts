/** What XML 1.0 cannot hold, not even escaped: control characters and halves of letters. */
const NO_XML = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu
const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** A text as XML has it, in an element or an attribute. */
export const escaped = (text: string) => text.replace(NO_XML, '').replace(/[&<>"]/g, (one) => ESCAPES[one] ?? '')

/** Attributes; those without a value are left out. */
const attributesOf = (attributes: Record<string, string | number | undefined>) =>
  Object.entries(attributes)
    .map(([name, value]) => (value === undefined ? '' : ` ${name}="${escaped(String(value))}"`))
    .join('')

/** An element around XML that is ready. */
export const wrap = (name: string, inside: string, attributes: Record<string, string | undefined> = {}) =>
  `<${name}${attributesOf(attributes)}>${inside}</${name}>`

/** An element that holds a text; nothing where there is none. */
export const element = (name: string, text: string | undefined, attributes: Record<string, string | undefined> = {}) =>
  text === undefined ? '' : wrap(name, escaped(text), attributes)

/** An element without anything in it. */
export const empty = (name: string, attributes: Record<string, string | number | undefined>) =>
  `<${name}${attributesOf(attributes)}/>`

export const DECLARATION = '<?xml version="1.0" encoding="utf-8"?>\n'
