import { configure, queryAllByLabelText, queryAllByRole, queryAllByText } from '@testing-library/dom'

/** An element as a user would name it. A text stands for the whole name; `{ pattern }` for a regular expression. */
export type Target = { by: 'role' | 'label' | 'text' | 'css'; what: string; name?: Name; nth?: number }
export type Name = string | { pattern: string }

/** Where the center of an element is, and whether a click there would reach it. */
export type Place = { x: number; y: number; isReachable: boolean }

configure({ defaultIgnore: 'script, style, noscript, title' })

const matcher = (name: Name) => (typeof name === 'string' ? name : new RegExp(name.pattern))

/** The document and the trees of its custom elements: the source editor is in one. */
const roots = (): ParentNode[] => [
  document,
  ...[...document.querySelectorAll('*')].flatMap(({ shadowRoot }) => shadowRoot ?? []),
]

function all({ by, what, name }: Target): HTMLElement[] {
  const { body } = document
  if (by === 'css') return roots().flatMap((root) => [...root.querySelectorAll<HTMLElement>(what)])
  if (by === 'role') return queryAllByRole(body, what, name === undefined ? {} : { name: matcher(name) })
  const query = by === 'label' ? queryAllByLabelText : queryAllByText
  return query(body, matcher(name ?? what))
}

function find(target: Target): HTMLElement | undefined {
  const shown = all(target).filter((one) => one.checkVisibility({ visibilityProperty: true }))
  return shown.at(target.nth ?? 0)
}

function place(target: Target): Place | undefined {
  const element = find(target)
  if (!element) return undefined
  const isInside = ({ top, bottom }: DOMRect) => top >= 80 && bottom <= innerHeight
  if (!isInside(element.getBoundingClientRect())) element.scrollIntoView({ block: 'center', behavior: 'instant' })
  // The last line of a link that is broken into several.
  const box = [...element.getClientRects()].at(-1) ?? element.getBoundingClientRect()
  const [x, y] = [box.left + box.width / 2, box.top + box.height / 2]
  let hit = document.elementFromPoint(x, y)
  while (hit?.shadowRoot?.elementFromPoint(x, y)) hit = hit.shadowRoot.elementFromPoint(x, y)
  const label = hit?.closest('label')
  return {
    x,
    y,
    isReachable:
      // A label may cover its control.
      element.contains(hit) || label?.control === element,
  }
}

declare global {
  interface Window {
    journey: { find: typeof find; place: typeof place }
  }
}
window.journey = { find, place }
