/** Longer than each mark that the function below looks for. */
const HELD_CHARACTERS = 40
const MARKS = /<!\[CDATA\[|\]\]>|&(?!#\d{1,7};|#x[\da-f]{1,6};|[a-z][a-z\d]{0,31};)/gi

/**
 * Returns a function that escapes each `&` outside of CDATA that begins no entity, in a text that comes in pieces: an XML
 * parser would take everything up to the next `;` for its name. The last piece is `undefined`.
 */
export function createAmpersandEscaper(): (piece: string | undefined) => string {
  let held = ''
  let isCdata = false
  return (piece) => {
    const text = held + (piece ?? '')
    let end = piece === undefined ? text.length : Math.max(0, text.length - HELD_CHARACTERS)
    let escaped = ''
    let copied = 0
    for (const { 0: mark, index } of text.matchAll(MARKS)) {
      if (index >= end) break
      end = Math.max(end, index + mark.length)
      if (mark === '&' && !isCdata) {
        escaped += `${text.slice(copied, index)}&amp;`
        copied = index + 1
      } else if (mark !== '&') isCdata = mark !== ']]>'
    }
    held = text.slice(end)
    return escaped + text.slice(copied, end)
  }
}
