import {
  attribute,
  classesOf,
  createElement,
  elementsIn,
  type HtmlElement,
  type HtmlNode,
  isBlankText,
  isElement,
  mapElements,
} from './tree.ts'

/** Where plugins that load images late leave the real URL. */
const LAZY = ['data-src', 'data-lazy-src', 'data-original', 'data-orig-file', 'data-lazy', 'data-image']
const isPlaceholder = (src: string) =>
  src === '' || src.startsWith('data:image/gif') || src.startsWith('data:image/svg')

/** Replaces images that load late, `picture`, copies in `noscript` and lists of galleries by plain images. Leaves images of counters out. */
export function plainImages(nodes: readonly HtmlNode[]): HtmlNode[] {
  const images = mapElements(nodes, (element) => {
    if (element.name === 'img') return plainImage(element)
    if (isGallery(element)) return element.children.flatMap((item) => (isElement(item, 'li') ? item.children : []))
    if (element.name === 'picture') return element.children.filter((child) => isElement(child, 'img'))
    return [{ ...element, children: withoutCopies(element.children) }]
  })
  return withoutCopies(images)
}

/** The list that galleries of WordPress were before its version 5.9. */
const isGallery = (element: HtmlElement): boolean =>
  element.name === 'ul' && classesOf(element).some((name) => /^(?:blocks-gallery-grid|wp-block-gallery)$/.test(name))

function plainImage(image: HtmlElement): HtmlNode[] {
  const own = attribute(image, 'src')
  const late = LAZY.map((name) => attribute(image, name)).find((url) => url !== '')
  const src = isPlaceholder(own)
    ? (late ?? largestOf(attribute(image, 'srcset') || attribute(image, 'data-srcset')))
    : own
  const isCounter = attribute(image, 'width') === '1' && attribute(image, 'height') === '1'
  if (src === '' || isCounter) return []
  return [createElement('img', { src, alt: attribute(image, 'alt') || attribute(image, 'title') })]
}

/** The last candidate, which is the largest one by custom. */
const largestOf = (srcset: string): string => srcset.split(/,\s+/).at(-1)?.trim().split(/\s/)[0] ?? ''

/** An image in `noscript` replaces the one before it. */
function withoutCopies(nodes: readonly HtmlNode[]): HtmlNode[] {
  const content: HtmlNode[] = []
  for (const node of nodes) {
    if (!isElement(node, 'noscript')) {
      content.push(node)
      continue
    }
    const copy = [...elementsIn(node.children)].find(({ name }) => name === 'img')
    const last = content.findLastIndex((one) => !isBlankText(one))
    if (copy && isElement(content[last], 'img')) content.splice(last, 1)
    content.push(...(copy ? [copy] : node.children))
  }
  return content
}
