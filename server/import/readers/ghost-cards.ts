import { toPlainText } from '#server/text/scan/to-plain-text.ts'
import { type Fields, fieldsOf, isOn, listOf, textOf } from './ghost-json.ts'
import { markdownCard } from './ghost-markdown.ts'
import { closedHtml, escaped } from './ghost-text.ts'

export type ReportChange = (text: string) => void

const NOT_PUBLIC = 'a part of the text that only some readers saw was left out'

/** What readers of the site do not see, and what needs Ghost. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  email: 'a text for e-mails only was left out',
  'email-cta': 'a text for e-mails only was left out',
  signup: 'a form for subscribers was left out',
  paywall: 'the mark at which the text for members begins was left out',
}

/** What the same card is called in Mobiledoc or in an older version. */
const SYNONYMS: Readonly<Record<string, string>> = {
  codeblock: 'code',
  'card-markdown': 'markdown',
  hr: 'divider',
  horizontalrule: 'divider',
}

/** Returns a card of the editor as HTML. */
export function cardHtml(name: string, card: Fields, change: ReportChange): string {
  const kind = SYNONYMS[name] ?? name
  const leftOut = Object.hasOwn(LEFT_OUT, kind) ? LEFT_OUT[kind] : isForAll(card) ? undefined : NOT_PUBLIC
  const write = Object.hasOwn(CARDS, kind) ? CARDS[kind] : undefined
  if (leftOut === undefined && write) return write(card)
  change(leftOut ?? `a card of the type “${name.replace(/[^\w-]/g, '').slice(0, 30)}” was left out`)
  return ''
}

/** Cards may be for e-mails or for members only. */
function isForAll({ visibility }: Fields): boolean {
  const { web, showOnWeb } = fieldsOf(visibility)
  return showOnWeb !== false && fieldsOf(web).nonMember !== false
}

const CARDS: Readonly<Record<string, (card: Fields) => string>> = {
  html: ({ html }) => closedHtml(textOf(html)),
  markdown: ({ markdown }) => markdownCard(textOf(markdown)),
  divider: () => '<hr>',
  image: ({ src, url, href, alt, title, caption }) => {
    const image = imageHtml(textOf(src, url), textOf(alt, title))
    return figure(textOf(href) ? `<a href="${escaped(textOf(href))}">${image}</a>` : image, caption)
  },
  gallery: ({ images, caption }) => {
    const items = listOf(images).map((one) => {
      const { src, alt, title, caption: own } = fieldsOf(one)
      return figure(imageHtml(textOf(src), textOf(alt, title)), own)
    })
    return figure(items.join(''), caption)
  },
  code: ({ code, language, caption }) => {
    const name = /^[\w+#.-]{1,30}$/.exec(textOf(language))?.[0]
    const block = `<pre><code${name ? ` class="language-${name}"` : ''}>${escaped(textOf(code))}</code></pre>`
    return textOf(caption) ? figure(block, caption) : block
  },
  bookmark: ({ url, metadata, caption }) => {
    const { title, description, url: known } = fieldsOf(metadata)
    return bookmark({
      url: textOf(url, known),
      title: textOf(title),
      description: textOf(description),
      caption: textOf(caption),
    })
  },
  embed: ({ url, html, caption }) => {
    const embedded = textOf(html).trim() === '' ? '' : closedHtml(textOf(html))
    return `${embedded || `<figure>${escaped(textOf(url))}</figure>`}${captionLine(caption)}`
  },
  callout: ({ calloutText, calloutEmoji }) => callout(textOf(calloutEmoji), closedHtml(textOf(calloutText))),
  toggle: ({ heading, content }) => details(escaped(toPlainText('html', textOf(heading))), closedHtml(textOf(content))),
  button: ({ buttonText, buttonUrl }) => button(buttonText, buttonUrl),
  header: ({ header, subheader, backgroundImageSrc, buttonEnabled, buttonText, buttonUrl }) =>
    [
      textOf(backgroundImageSrc) ? figure(imageHtml(textOf(backgroundImageSrc), ''), '') : '',
      textOf(header) ? `<h2>${closedHtml(textOf(header))}</h2>` : '',
      textOf(subheader) ? `<p>${closedHtml(textOf(subheader))}</p>` : '',
      isOn(buttonEnabled) ? button(buttonText, buttonUrl) : '',
    ].join(''),
  product: (card) => {
    const rating = isOn(card.productRatingEnabled) ? textOf(card.productStarRating) : ''
    return [
      textOf(card.productImageSrc) ? figure(imageHtml(textOf(card.productImageSrc), ''), '') : '',
      textOf(card.productTitle) ? `<p><strong>${closedHtml(textOf(card.productTitle))}</strong></p>` : '',
      rating ? `<p>${escaped(rating)} of 5 stars</p>` : '',
      closedHtml(textOf(card.productDescription)),
      isOn(card.productButtonEnabled) ? button(card.productButton, card.productUrl) : '',
    ].join('')
  },
  'call-to-action': ({ textValue, imageUrl, showButton, buttonText, buttonUrl }) =>
    [
      textOf(imageUrl) ? figure(imageHtml(textOf(imageUrl), ''), '') : '',
      closedHtml(textOf(textValue)),
      isOn(showButton) ? button(buttonText, buttonUrl) : '',
    ].join(''),
  file: ({ src, fileTitle, fileName, fileCaption }) => {
    const caption = textOf(fileCaption) ? `<br>${closedHtml(textOf(fileCaption))}` : ''
    return `<p>${link(textOf(src), textOf(fileTitle, fileName, src))}${caption}</p>`
  },
  audio: ({ src, title }) => `<audio src="${escaped(textOf(src))}" title="${escaped(textOf(title))}"></audio>`,
  video: ({ src, fileName, caption }) =>
    `<video src="${escaped(textOf(src))}" title="${escaped(textOf(fileName))}"></video>${captionLine(caption)}`,
}

type Bookmark = { url: string; title: string; description: string; caption: string }

export const bookmark = ({ url, title, description, caption }: Bookmark): string => {
  const line = description ? `<br>${escaped(description)}` : ''
  return `<p>${link(url, title || url)}${line}</p>${captionLine(caption)}`
}

/** What the picture before a callout means. */
const KINDS: Readonly<Record<string, string>> = {
  '💡': 'tip',
  '✅': 'tip',
  '⚠': 'warning',
  '🚧': 'warning',
  '❗': 'important',
  '📣': 'important',
  '🚨': 'caution',
  '🛑': 'caution',
}

/** `content` is HTML. */
export const callout = (emoji: string, content: string): string => {
  const kind = KINDS[emoji.replace('\ufe0f', '').trim()] ?? 'note'
  return `<div data-callout="${kind}">${content}</div>`
}

/** Both are HTML. */
export const details = (heading: string, content: string): string =>
  `<details><summary>${heading}</summary>${content}</details>`

const imageHtml = (src: string, alt: string): string =>
  src === '' ? '' : `<img src="${escaped(src)}" alt="${escaped(alt)}">`

const captionText = (caption: unknown): string => closedHtml(textOf(caption).trim())

const figure = (content: string, caption: unknown): string => {
  const text = captionText(caption)
  return content === '' ? '' : `<figure>${content}${text && `<figcaption>${text}</figcaption>`}</figure>`
}

const captionLine = (caption: unknown): string => {
  const text = captionText(caption)
  return text && `<p>${text}</p>`
}

const link = (url: string, text: string): string =>
  url === '' ? escaped(text) : `<a href="${escaped(url)}">${escaped(text)}</a>`

const button = (text: unknown, url: unknown): string =>
  textOf(url) === '' ? '' : `<p>${link(textOf(url), textOf(text, url))}</p>`
