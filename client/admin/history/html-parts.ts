import { wordsOf } from '#client/admin/shared/differences.ts'

export type Kind = 'added' | 'removed'

const BLOCKS = new Set(
  'P UL OL LI TABLE THEAD TBODY TFOOT TR TD TH BLOCKQUOTE PRE FIGURE FIGCAPTION H1 H2 H3 H4 H5 H6 DIV SECTION DL DT DD DETAILS SUMMARY HR'.split(
    ' ',
  ),
)
export const isBlock = (node: Node): boolean => BLOCKS.has(node.nodeName)
/** What is compared as a whole, like one word. */
const WHOLES = new Set('IMG BR SVG MATH INPUT IFRAME VIDEO AUDIO HR'.split(' '))
export const isWhole = (node: Node): boolean => WHOLES.has(node.nodeName.toUpperCase())

let known: Document | undefined
/** A document in which nothing is loaded and nothing runs. */
export function inert(): Document {
  known ??= document.implementation.createHTMLDocument('')
  return known
}

/** The nodes of an HTML text, in a document in which nothing is loaded and nothing runs. */
export const nodesIn = (html: string): Node[] => blockNodesOf(new DOMParser().parseFromString(html, 'text/html').body)

/** Its nodes without the blanks between blocks. */
export const blockNodesOf = (parent: Element): Node[] =>
  [...parent.childNodes].filter((node) => node.nodeType !== Node.TEXT_NODE || node.textContent?.trim() !== '')

const keys = new WeakMap<Node, string>()

/** The same for nodes that look the same, whatever line they are written at. */
export function keyOf(node: Node): string {
  const known = keys.get(node)
  if (known !== undefined) return known
  const key =
    node instanceof Element ? node.outerHTML.replace(/ data-line="\d+"/g, '').trim() : (node.textContent ?? '').trim()
  keys.set(node, key)
  return key
}

/** The share of words that two parts have in common; 0 for parts of another kind. Pictures are the same kind, whatever they show. */
export function similarity(old: Node, now: Node): number {
  if (kindOf(old) !== kindOf(now)) return 0
  const [before, after] = [old, now].map(
    (node) =>
      keyOf(node)
        .replace(/<[^>]*>/g, ' ')
        .match(/[\p{L}\p{N}]+/gu) ?? [],
  )
  if (!before || !after) return 0
  if (before.length + after.length === 0) return 1
  const counts = new Map<string, number>()
  for (const word of before) counts.set(word, (counts.get(word) ?? 0) + 1)
  let common = 0
  for (const word of after) {
    const left = counts.get(word) ?? 0
    if (left > 0) common += 1
    counts.set(word, left - 1)
  }
  const isPicture = old instanceof Element && old.querySelector('img') !== null
  return isPicture ? 1 : common / Math.max(before.length, after.length)
}

const kindOf = (node: Node): string =>
  node instanceof Element ? `${node.nodeName} ${node.querySelector('img') !== null}` : node.nodeName

const MARKS = { added: 'ins', removed: 'del' } as const
/** Elements that only their parent may contain: their content is marked. */
const INSIDE = new Set('LI TD TH DT DD SUMMARY FIGCAPTION'.split(' '))
const ROWS = new Set('TR THEAD TBODY TFOOT'.split(' '))

/** An empty `<ins>` or `<del>`. */
export function createMark(kind: Kind): Element {
  const mark = inert().createElement(MARKS[kind])
  mark.setAttribute('data-diff', kind)
  return mark
}

/** A copy of a node in `<ins>` or `<del>`. */
export function markAs(kind: Kind, node: Node): Node {
  const copy = node.cloneNode(false)
  if (ROWS.has(node.nodeName)) {
    for (const child of node.childNodes) copy.appendChild(isBlock(child) ? markAs(kind, child) : child.cloneNode(true))
    return copy
  }
  const mark = createMark(kind)
  if (!INSIDE.has(node.nodeName)) {
    mark.append(node.cloneNode(true))
    return mark
  }
  mark.append(...[...node.childNodes].map((child) => child.cloneNode(true)))
  copy.appendChild(mark)
  return copy
}

/** A word, or what is compared like one, with the elements around it. */
export type Token = { key: string; around: readonly Element[]; node: Node }

/** The words of inline nodes. */
export function tokensIn(nodes: readonly Node[], around: readonly Element[] = []): Token[] {
  const place = around.map(signOf).join('')
  return nodes.flatMap((node): Token[] => {
    if (node instanceof Element && !isWhole(node)) return tokensIn([...node.childNodes], [...around, node])
    if (node instanceof Element) return [{ key: place + keyOf(node), around, node }]
    if (node.nodeType !== Node.TEXT_NODE) return []
    return wordsOf(node.textContent ?? '').map((word) => ({
      // Line breaks of a source are blanks of the page.
      key: place + (/^\s+$/.test(word) && !node.parentElement?.closest('pre') ? ' ' : word),
      around,
      node: inert().createTextNode(word),
    }))
  })
}

const signs = new WeakMap<Element, string>()

/** The start tag of an element. */
export function signOf(element: Element): string {
  const known = signs.get(element)
  if (known !== undefined) return known
  const shell = element.cloneNode(false) as Element
  shell.removeAttribute('data-line')
  signs.set(element, shell.outerHTML)
  return shell.outerHTML
}
