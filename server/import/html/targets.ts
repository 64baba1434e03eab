import { decodeUri } from '#contract/paths.ts'
import { attribute, createElement, elementsIn, type HtmlNode, mapElements, textOf, withChildren } from './tree.ts'

const NO_PLACE = new Set('img br hr pre table tbody tr ul ol figure iframe audio video'.split(' '))

/** Marks the places that links inside of the text lead to with `anchor`. Headings have ids of their own, made from their words. */
export function markTargets(nodes: readonly HtmlNode[]): HtmlNode[] {
  const wanted = new Set<string>()
  for (const element of elementsIn(nodes)) {
    const href = element.name === 'a' ? attribute(element, 'href') : ''
    if (href.startsWith('#') && href.length > 1) wanted.add(decodeUri(href.slice(1)))
  }
  if (wanted.size === 0) return [...nodes]
  return mapElements(nodes, (element) => {
    const id = attribute(element, 'id') || (element.name === 'a' ? attribute(element, 'name') : '')
    if (!wanted.has(id) || NO_PLACE.has(element.name)) return [element]
    wanted.delete(id)
    if (/^h[1-6]$/.test(element.name) && comparable(id) === comparable(textOf(element.children))) return [element]
    const anchor = createElement('anchor', { id })
    return element.name === 'a' ? [anchor, element] : [withChildren(element, [anchor, ...element.children])]
  })
}

const comparable = (id: string): string =>
  id
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
