import { rename } from './dom-edits.ts'

/** Marks items with a checkbox, as GitHub and Google Docs copy them. */
export function nestTasks(body: HTMLElement): void {
  for (const item of body.querySelectorAll<HTMLElement>('li[role="checkbox"]')) {
    item.dataset.checked = String(item.getAttribute('aria-checked') === 'true')
    item.querySelector('img')?.remove()
  }
  for (const box of body.querySelectorAll('input')) {
    const item = box.closest('li')
    if (item) item.dataset.checked = String(box.hasAttribute('checked'))
    box.remove()
  }
}

/** Google Docs and Word put inner lists next to the item that they belong to. */
export function nestLists(body: HTMLElement): void {
  for (const list of body.querySelectorAll(':is(ul, ol) > :is(ul, ol)')) {
    const before = list.previousElementSibling
    if (before?.localName === 'li') before.append(list)
    else {
      const item = list.ownerDocument.createElement('li')
      list.replaceWith(item)
      item.append(list)
    }
  }
}

const BLOCKS =
  'p, div, h1, h2, h3, h4, h5, h6, ul, ol, li, blockquote, pre, section, article, figure, figcaption, dl, dt, dd, details, summary, table, tbody, thead, tr, td, th'

/** A cell of ours has no blocks: their ends become line breaks. The first row is the header, because Markdown requires one. */
export function flattenCells(body: HTMLElement): void {
  for (const table of body.querySelectorAll('table')) {
    // A table inside a cell goes with its cell. Tables of one cell are layout.
    if (table.parentElement?.closest('td, th')) continue
    const cells = [...table.querySelectorAll<HTMLElement>(':scope > * > tr > :is(td, th), :scope > tr > :is(td, th)')]
    const [only] = cells
    if (cells.length === 1 && only) {
      table.replaceWith(...only.childNodes)
      continue
    }
    for (const rest of table.querySelectorAll(':scope > :is(colgroup, col)')) rest.remove()
    for (const caption of table.querySelectorAll(':scope > caption')) table.before(rename(caption, 'p'))
    for (const cell of cells) flatten(cell)
    if (!table.querySelector('th')) for (const cell of table.querySelector('tr')?.children ?? []) rename(cell, 'th')
  }
}

function flatten(cell: HTMLElement): void {
  const line: ChildNode[] = []
  let needsBreak = false
  const endLine = () => {
    needsBreak = line.length > 0
  }
  const add = (node: ChildNode) => {
    const isBlank = node.nodeType === 3 && node.textContent?.trim() === ''
    if (isBlank && (needsBreak || line.length === 0)) return
    if (needsBreak) line.push(cell.ownerDocument.createElement('br'))
    needsBreak = false
    line.push(node)
  }
  const visit = (node: ChildNode) => {
    const isBlock = node instanceof Element && node.matches(BLOCKS)
    if (isBlock) endLine()
    if (isBlock || (node instanceof Element && node.querySelector(BLOCKS)))
      for (const child of [...node.childNodes]) visit(child)
    else if (node.nodeName === 'BR') endLine()
    else add(node)
    if (isBlock) endLine()
  }
  for (const child of [...cell.childNodes]) visit(child)
  cell.replaceChildren(...line)
}
