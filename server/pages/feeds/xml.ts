/** Characters that XML 1.0 forbids, even escaped: control characters and lone surrogates. */
const FORBIDDEN = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu
const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Escapes a text for an element or an attribute. */
const escapeXml = (text: string) => text.replace(FORBIDDEN, '').replace(/[&<>"]/g, (one) => ESCAPES[one] ?? '')

type Attributes = Readonly<Record<string, string>>
const attributesOf = (attributes: Attributes) =>
  Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${escapeXml(value)}"`)
    .join('')

/** An element with serialized XML. */
export const wrap = (name: string, xml: string, attributes: Attributes = {}) =>
  `<${name}${attributesOf(attributes)}>${xml}</${name}>`

/** An element with a text; nothing without one. */
export const element = (name: string, text: string | undefined, attributes: Attributes = {}) =>
  text === undefined ? '' : wrap(name, escapeXml(text), attributes)

export const empty = (name: string, attributes: Attributes) => `<${name}${attributesOf(attributes)}/>`

export const DECLARATION = '<?xml version="1.0" encoding="utf-8"?>\n'
