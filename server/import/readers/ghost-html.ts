import {
  attribute,
  classesOf,
  createElement,
  elementsIn,
  type HtmlElement,
  type HtmlNode,
  isElement,
  mapElements,
  parseHtml,
  textOf,
  withChildren,
  writeHtml,
} from '#server/import/html/tree.ts'
import { bookmark, callout, details, type ReportChange } from './ghost-cards.ts'

/** Controls and pictures of the cards that Ghost has rendered. */
const CONTROLS = new Set([
  ...['kg-audio-thumbnail', 'kg-audio-player', 'kg-video-overlay', 'kg-video-player-container', 'kg-video-hide'],
  ...['kg-toggle-card-icon', 'kg-file-card-icon', 'kg-file-card-metadata', 'kg-product-card-rating'],
])

/** Returns HTML that Ghost has rendered with simple elements in place of its cards. */
export const renderedHtml = (html: string, change: ReportChange): string =>
  writeHtml(mapElements(parseHtml(withoutGates(html, change)), (element) => plain(element, change)))

const GATE = /<!--\s{0,9}kg-gated-block:/

/** Parts of a text may be for members only. A part without an end reaches to the next one. */
function withoutGates(html: string, change: ReportChange): string {
  const [first = '', ...parts] = html.split(GATE)
  const shown = parts.map((part) => {
    const [head = ''] = part.split('-->', 1)
    const content = part.slice(head.length + 3)
    if (!head.startsWith('begin') || /\bnonMember:\s{0,3}true\b/.test(head)) return content
    change('a part of the text that only some readers saw was left out')
    return ''
  })
  return first + shown.join('')
}

function plain(element: HtmlElement, change: ReportChange): HtmlNode[] {
  const classes = classesOf(element)
  if (classes.some((name) => CONTROLS.has(name))) return []
  const card = classes.find((name) => Object.hasOwn(CARDS, name))
  return (card && CARDS[card]?.(element, change)) || [element]
}

const CARDS: Readonly<Record<string, (element: HtmlElement, change: ReportChange) => HtmlNode[]>> = {
  'kg-signup-card': (_, change) => {
    change('a form for subscribers was left out')
    return []
  },
  'kg-callout-card': (element) => {
    const emoji = textIn(element, 'kg-callout-emoji')
    return parseHtml(callout(emoji, writeHtml(inside(element, 'kg-callout-text'))))
  },
  'kg-toggle-card': (element) => {
    const heading = Bun.escapeHTML(textIn(element, 'kg-toggle-heading-text'))
    return parseHtml(details(heading, writeHtml(inside(element, 'kg-toggle-content'))))
  },
  'kg-bookmark-card': (element) => {
    const container = find(element, 'kg-bookmark-container')
    const caption = element.children.find((child) => isElement(child, 'figcaption'))
    return parseHtml(
      bookmark({
        url: container ? attribute(container, 'href') : '',
        title: textIn(element, 'kg-bookmark-title'),
        description: textIn(element, 'kg-bookmark-description'),
        caption: isElement(caption) ? writeHtml(caption.children) : '',
      }),
    )
  },
  'kg-file-card': (element) => {
    const container = find(element, 'kg-file-card-container')
    if (!container) return [element]
    const title = textIn(element, 'kg-file-card-title') || textIn(element, 'kg-file-card-filename')
    const caption = textIn(element, 'kg-file-card-caption')
    const link = createElement('a', { href: attribute(container, 'href') }, [title || attribute(container, 'href')])
    return [createElement('p', {}, caption ? [link, createElement('br'), caption] : [link])]
  },
  'kg-audio-card': (element) => {
    const title = textIn(element, 'kg-audio-title')
    return [...elementsIn(element.children)]
      .filter(({ name }) => name === 'audio')
      .map((audio) => createElement('audio', { src: attribute(audio, 'src'), title }))
  },
  'kg-product-card-title': (element) => [createElement('p', {}, [createElement('strong', {}, element.children)])],
  'kg-button-card': (element) => [withChildren(createElement('p'), element.children)],
}

const find = (element: HtmlElement, name: string): HtmlElement | undefined =>
  [...elementsIn(element.children)].find((one) => classesOf(one).includes(name))

const inside = (element: HtmlElement, name: string): readonly HtmlNode[] => find(element, name)?.children ?? []

const textIn = (element: HtmlElement, name: string): string => textOf(inside(element, name)).replace(/\s+/g, ' ').trim()
