/** `mso-list:l0 level2 lfo1` */
const LIST = /mso-list:\s*l(\d+)\s+level(\d+)/i
const MARKER = 'span[data-style*="mso-list:Ignore" i], span[data-style*="mso-list: Ignore" i]'
/** `1.`, `a)`, `(iv)` */
const NUMBER = /^\(?(\d+|[a-z]|[ivxlc]+)[.)]/i

type OpenList = { level: number; list: HTMLElement }

/** Word writes items of lists as paragraphs with a level and a marker: makes lists of them. */
export function listsOfWord(body: HTMLElement): void {
  let open: OpenList[] = []
  let last: { id: string; element: Element } | undefined
  for (const paragraph of body.querySelectorAll('p')) {
    const [, id, level] = LIST.exec(paragraph.dataset.style ?? '') ?? []
    if (id === undefined) continue
    // Another list, or the same one after a text that belongs to no list.
    if (last?.id !== id || paragraph.previousElementSibling !== last.element) open = []
    const top = addItem(paragraph, Number(level), open)
    last = { id, element: top }
  }
}

/** Moves the paragraph into the list of its level. Returns the outermost list. */
function addItem(paragraph: HTMLElement, level: number, open: OpenList[]): Element {
  const marker = paragraph.querySelector(MARKER)
  const number = NUMBER.exec(marker?.textContent?.trim() ?? '')?.[1]
  marker?.remove()
  while ((open.at(-1)?.level ?? 0) > level) open.pop()
  if (open.at(-1)?.level !== level) openList(paragraph, level, number, open)
  const item = paragraph.ownerDocument.createElement('li')
  item.append(...paragraph.childNodes)
  open.at(-1)?.list.append(item)
  paragraph.remove()
  return open[0]?.list ?? item
}

function openList(paragraph: HTMLElement, level: number, number: string | undefined, open: OpenList[]): void {
  const list = paragraph.ownerDocument.createElement(number === undefined ? 'ul' : 'ol')
  if (Number(number) > 1) list.setAttribute('start', String(number))
  const parent = open.at(-1)?.list.lastElementChild
  if (parent) parent.append(list)
  else paragraph.before(list)
  open.push({ level, list })
}
