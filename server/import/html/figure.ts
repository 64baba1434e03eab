import { numberedCode, plainCode } from './code.ts'
import { embeddedUrl } from './embeds.ts'
import { isBlock } from './flow.ts'
import type { Cleaning } from './raw.ts'
import { attribute, createElement, elementsIn, type HtmlElement, type HtmlNode, isElement, textOf } from './tree.ts'

type CleanBlocks = (nodes: readonly HtmlNode[], cleaning: Cleaning) => HtmlNode[]

const IMAGE_FILE = /\.(?:jpe?g|png|gif|webp|avif|svg|bmp)(?:[?#]|$)/i

/** An image with its caption. The images of a gallery are figures of their own. */
export function plainFigure(figure: HtmlElement, cleaning: Cleaning, cleanBlocks: CleanBlocks): HtmlNode[] {
  const code = numberedCode(figure)
  if (code) return plainCode(code)
  const captions = figure.children.filter((child): child is HtmlElement => isElement(child, 'figcaption'))
  const media = figure.children.filter((child) => !isElement(child, 'figcaption'))
  const caption = inlineOf(captions.flatMap((one) => cleanBlocks(one.children, cleaning)))
  const images = [...elementsIn(media)].filter(({ name }) => name === 'img')
  const [image] = images
  const content = (images.length === 0 && embeddedUrl(textOf(media), cleaning)) || cleanBlocks(media, cleaning)
  if (image && images.length === 1 && textOf(media).trim() === '' && content.length === 1)
    return imageFigure(image, enclosingLink(media), caption, cleaning)
  if (caption.length === 0) return content
  const isWhole = content.length === 1 && isElement(content[0], 'table', 'pre')
  if (isWhole || content.some(isRawTable))
    return [cleaning.raw([createElement('figure', {}, [...content, createElement('figcaption', {}, caption)])])]
  return [...content, createElement('p', {}, caption)]

  function isRawTable(node: HtmlNode): boolean {
    const [only] = isElement(node, 'p') ? node.children : []
    const [, value] = typeof only === 'string' ? (/^\ufdd0raw:(\d+)\ufdd1$/.exec(only) ?? []) : []
    return value !== undefined && cleaning.stored(value).startsWith('<table')
  }
}

function imageFigure(
  image: HtmlElement,
  link: HtmlElement | undefined,
  caption: readonly HtmlNode[],
  cleaning: Cleaning,
): HtmlNode[] {
  const href = link ? attribute(link, 'href') : ''
  const captions = caption.length > 0 ? [createElement('figcaption', {}, caption)] : []
  if (href === '' || IMAGE_FILE.test(href)) return [createElement('figure', {}, [image, ...captions])]
  const linked = createElement('a', { href }, [image])
  return captions.length > 0
    ? [cleaning.raw([createElement('figure', {}, [linked, ...captions])])]
    : [createElement('p', {}, [linked])]
}

const enclosingLink = (media: readonly HtmlNode[]): HtmlElement | undefined =>
  [...elementsIn(media)].find(({ name, attributes }) => name === 'a' && attributes.has('href'))

/** The paragraphs of a caption in one line. */
const inlineOf = (blocks: readonly HtmlNode[]): HtmlNode[] =>
  blocks.flatMap((block, index) => {
    const content =
      isElement(block) && isBlock(block) ? (block.name === 'p' ? block.children : [textOf([block])]) : [block]
    return index === 0 ? [...content] : [createElement('br'), ...content]
  })
