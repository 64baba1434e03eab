import { toPlainText } from '#server/text/scan/to-plain-text.ts'
import { withParagraphs } from './autop.ts'
import { replaceShortcodes, type Shortcode } from './shortcodes.ts'
import { codeShortcode } from './wordpress-code.ts'

/** An entry of the media library. `parent`: the post that it was uploaded to. */
export type Attachment = { id: string; url: string; alt: string; caption: string; parent: string; order: number }
export type MediaLibrary = {
  byId: ReadonlyMap<string, Attachment>
  byParent: ReadonlyMap<string, readonly Attachment[]>
  urls: ReadonlySet<string>
}
export type PostText = {
  id: string
  content: string
  footnotes: string
  library: MediaLibrary
  blocks: ReadonlyMap<string, string>
}

const IMAGE = /\.(?:jpe?g|png|gif|webp|avif|svg|bmp)(?:[?#]|$)/i
const HAS_BLOCKS = /<!--\s{1,5}wp:/
/** Blocks that WordPress fills when it shows them. */
const DYNAMIC = /<!--\s{1,5}wp:((?!more|block|footnotes)[a-z][\w/-]{1,80})(?:\s[^>]{0,4000})?\/-->/g
const REUSED = /<!--\s{1,5}wp:block\s{1,5}\{[^{}]{0,200}"ref":\s{0,3}(\d{1,12})[^{}]{0,200}\}\s{0,5}\/-->/g
const FOOTNOTES = /<!--\s{1,5}wp:footnotes\b[^>]{0,200}\/-->/
const CODE_LANGUAGE = /<!--\s{1,5}wp:[\w/-]{1,80}\s{1,5}(\{[^>]{0,2000}\})\s{1,5}-->\s{0,9}<pre\b/g

/** Returns the content of a post as HTML. `change` is called with what is different from the old post. */
export function wordPressHtml(text: PostText, change: (text: string) => void): string {
  const { blocks, library } = text
  const reused = text.content.replace(REUSED, (_, id: string) => blocks.get(id) ?? '')
  const own = reused
    .replace(FOOTNOTES, () => footnoteList(text.footnotes))
    .replace(DYNAMIC, (_, name: string) => {
      change(`the block “${name}”, which WordPress fills itself, was left out`)
      return ''
    })
    .replace(CODE_LANGUAGE, (all, json: string) => `${all.slice(0, -4)}<pre data-language="${languageOf(json)}"`)
  const shown = withFormulas(replaceShortcodes(own, (shortcode) => shortcodeHtml(shortcode, text, change)))
  const html = HAS_BLOCKS.test(own) ? withLooseParagraphs(shown) : withParagraphs(shown)
  return withOriginals(html, library.urls)
}

/** `$latex x^2$` of Jetpack, and the tags of code. */
const FORMULA = /<(\/?)(pre|code)\b[^<>]{0,500}>|\$latex\s{1,5}([^$<>]{1,1000})\$/gi
function withFormulas(html: string): string {
  /** The element of code that the text is in. */
  let code: string | undefined
  return html.replace(FORMULA, (all, slash: string, name: string | undefined, tex: string) => {
    if (name === undefined) return code === undefined ? `<tex>${tex}</tex>` : all
    const element = name.toLowerCase()
    if (slash === '') code ??= element
    else if (code === element) code = undefined
    return all
  })
}

/** Text before `<!--more-->`, as HTML; empty without it. */
export function beforeMore(content: string): string {
  const at = content.search(/<!--\s{0,5}(?:wp:)?more\b/)
  return at === -1 ? '' : content.slice(0, at)
}

function languageOf(json: string): string {
  return /"(?:language|codeLanguage|lang)":\s{0,3}"([\w+#.-]{1,30})"/.exec(json)?.[1] ?? ''
}

/** Text between blocks, of the old editor, may be without paragraphs. */
function withLooseParagraphs(html: string): string {
  const outside = html.split(/<!--\s{1,5}\/?wp:[^>]{0,4000}-->/)
  const isLoose = outside.some(
    (piece) => /\n[ \t]*\n/.test(piece.trim()) && !/<(?:p|div|pre|table|figure)\b/i.test(piece),
  )
  return isLoose ? outside.map((piece) => withParagraphs(piece)).join('\n') : html
}

/** Notes are not in the content but in a field of the post. */
function footnoteList(json: string): string {
  try {
    const notes: unknown = JSON.parse(json)
    if (!Array.isArray(notes)) return ''
    const items = notes.map((note) => {
      const { id, content } = (note ?? {}) as Record<string, unknown>
      return typeof id === 'string' && typeof content === 'string'
        ? `<li id="${Bun.escapeHTML(id)}">${content}</li>`
        : ''
    })
    return `<ol>${items.join('')}</ol>`
  } catch {
    return ''
  }
}

/** WordPress writes smaller copies of an image into the text; the library knows the original. */
const withOriginals = (html: string, urls: ReadonlySet<string>): string =>
  html.replace(
    /(src=["'])([^"'<>\s]{1,2000})-\d{1,5}x\d{1,5}(\.(?:jpe?g|png|gif|webp|avif))(?=["'?])/gi,
    (all, start: string, name: string, end: string) => (urls.has(pathOf(name + end)) ? start + name + end : all),
  )

/** URLs are compared without protocol and host, because blogs move. */
export const pathOf = (url: string): string => url.replace(/^(?:https?:)?\/\/[^/]{1,300}/, '')

function shortcodeHtml(
  { name, attributes, content }: Shortcode,
  text: PostText,
  change: (text: string) => void,
): string | undefined {
  const url =
    attributes.get('src') ??
    attributes.get('url') ??
    attributes.get('0') ??
    attributes.get('mp3') ??
    attributes.get('mp4') ??
    (content ?? '').trim()
  const code = codeShortcode({ name, attributes, content })
  if (code !== undefined) return code
  switch (name) {
    case 'caption':
    case 'wp_caption':
      return content === undefined ? undefined : captioned(content, attributes.get('caption') ?? '')
    case 'gallery':
      return gallery(attributes, text)
    case 'embed':
    case 'youtube':
    case 'vimeo':
      return block(`<figure>${Bun.escapeHTML(videoUrl(name, url))}</figure>`)
    case 'audio':
    case 'video':
      return block(`<${name} src="${Bun.escapeHTML(url)}"></${name}>`)
    case 'latex':
      return content === undefined ? undefined : `<tex>${content}</tex>`
    default:
      if (content !== undefined || [...attributes.keys()].some((key) => !/^\d+$/.test(key)))
        change(`the shortcode [${name}] stays as text`)
      return undefined
  }
}

const block = (html: string) => `\n\n${html}\n\n`

const videoUrl = (name: string, url: string): string => {
  if (/^(?:https?:)?\/\//.test(url)) return url
  return name === 'vimeo' ? `https://vimeo.com/${url}` : `https://www.youtube.com/watch?v=${url}`
}

/** Old versions had the caption in an attribute; new ones have it behind the image. */
function captioned(content: string, old: string): string {
  const image = /^\s*(?:<a\b[^>]{0,3000}>\s{0,9})?<img\b[^>]{0,5000}>(?:\s{0,9}<\/a>)?/i.exec(content)?.[0] ?? ''
  const caption = old || content.slice(image.length).trim()
  return block(`<figure>${image.trim()}<figcaption>${oneLine(caption)}</figcaption></figure>`)
}

const oneLine = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' ')

function gallery(attributes: ReadonlyMap<string, string>, { id, library }: PostText): string {
  const ids = attributes.get('ids') ?? attributes.get('include')
  const excluded = attributes.get('exclude')?.split(',') ?? []
  const own = library.byParent.get(attributes.get('id') ?? id) ?? []
  const wanted =
    ids === undefined
      ? [...own].sort((a, b) => a.order - b.order)
      : ids.split(',').map((one) => library.byId.get(one.trim()))
  const items = wanted
    .filter((one): one is Attachment => one !== undefined && IMAGE.test(one.url) && !excluded.includes(one.id))
    .map(({ url, alt, caption }) => {
      const image = `<img src="${Bun.escapeHTML(url)}" alt="${Bun.escapeHTML(alt)}">`
      return `<figure>${image}${caption ? `<figcaption>${Bun.escapeHTML(toPlainText('html', caption))}</figcaption>` : ''}</figure>`
    })
  return items.length > 0 ? block(`<figure>${items.join('')}</figure>`) : ''
}
