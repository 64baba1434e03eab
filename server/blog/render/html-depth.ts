/** Elements without content, and those that end by themselves where the next one begins: neither can nest without another. */
const UNCOUNTED = new Set(
  (
    'area base br col embed hr img input link meta param source track wbr ' +
    'p li dt dd tr td th thead tbody tfoot caption colgroup option optgroup rt rp'
  ).split(' '),
)
const NAME = /\/?[a-z][^\s/>]*/iy

/**
 * Whether elements stand inside each other more than `max` deep. One pass, in time linear to the text: it guards the
 * sanitiser, whose time grows with the square of the depth. It is not exact inside scripts and the like; there the renderer's
 * time limit holds.
 */
export function isDeeperThan(max: number, html: string): boolean {
  const open: string[] = []
  for (let at = html.indexOf('<'); at !== -1; at = html.indexOf('<', at)) {
    if (html.startsWith('<!--', at)) {
      at = after(html.indexOf('-->', at + 2), 3, html)
      continue
    }
    NAME.lastIndex = at + 1
    const name = NAME.exec(html)?.[0].toLowerCase()
    at = name === undefined ? at + 1 : endOfTag(html, at + 1 + name.length)
    if (name !== undefined) step(open, name)
    if (open.length > max) return true
  }
  return false
}

/** An end tag closes its element and all that was left open inside it; one without a beginning closes nothing. */
function step(open: string[], name: string): void {
  if (!name.startsWith('/')) {
    if (!UNCOUNTED.has(name)) open.push(name)
    return
  }
  const opened = open.lastIndexOf(name.slice(1))
  if (opened !== -1) open.length = opened
}

/** The index after the `>` of a tag; one inside a quoted value does not end it. */
function endOfTag(html: string, from: number): number {
  let afterEquals = false
  for (let at = from; at < html.length; at++) {
    const one = html[at] ?? ''
    if (one === '>') return at + 1
    if (afterEquals && (one === '"' || one === "'")) at = after(html.indexOf(one, at + 1), 0, html)
    if (one.trim() !== '') afterEquals = one === '='
  }
  return html.length
}

const after = (found: number, length: number, html: string) => (found === -1 ? html.length : found + length)
