import { isOwnImage } from '#client/admin/visual-editor/commands/safe-urls.ts'
import { rename, unwrap } from './dom-edits.ts'
import { takeFootnotes } from './pasted-footnotes.ts'
import { cleanLinks } from './pasted-links.ts'
import { FRAME, keepAsSource } from './pasted-source.ts'
import { flattenCells, nestLists, nestTasks } from './pasted-structure.ts'
import { marksForStyles } from './pasted-styles.ts'
import { listsOfWord } from './word-lists.ts'

export type CleanedHtml = {
  html: string
  /** Images of other websites and of the writer's device, which cannot be pasted with the text. */
  imagesLeftOut: number
  /** Links that are relative to a page that is not known, or lead to the writer's device. Their words stay. */
  linksLeftOut: number
  /** Recordings, and embeds of others than YouTube and Vimeo. */
  embedsLeftOut: number
}

/**
 * HTML of Google Docs, Word or a web page as plain structure. HTML that an editor like this one copied stays as it is, except for
 * images that the post cannot show. `isShown`: whether it can show an image with this `src`. `origin`: that of this site.
 */
export function cleanPastedHtml(
  html: string,
  isShown: (src: string) => boolean = isOwnImage,
  origin = location.origin,
): CleanedHtml {
  const inert = withoutActiveParts(html)
  const parsed = new DOMParser().parseFromString(inert, 'text/html')
  const { body } = parsed
  if (inert.includes('data-pm-slice')) {
    const imagesLeftOut = removeForeignImages(body, isShown)
    return { html: imagesLeftOut > 0 ? body.innerHTML : inert, imagesLeftOut, linksLeftOut: 0, embedsLeftOut: 0 }
  }
  removeUnwanted(body)
  listsOfWord(body)
  const footnotes = takeFootnotes(body)
  marksForStyles(body)
  const base = parsed.querySelector('base')?.getAttribute('href') ?? undefined
  const linksLeftOut = cleanLinks(body, { base, origin })
  nestTasks(body)
  nestLists(body)
  flattenCells(body)
  const imagesLeftOut = removeForeignImages(body, isShown)
  plainBlocks(body)
  for (const [reference, label] of footnotes.references) reference.setAttribute('data-label', label)
  for (const [note, label] of footnotes.notes) {
    note.setAttribute('data-footnote', '')
    note.setAttribute('data-label', label)
  }
  const embedsLeftOut = keepAsSource(body)
  return { html: body.innerHTML, imagesLeftOut, linksLeftOut, embedsLeftOut }
}

const TAG = /<[a-z](?:[^>"']|"[^"]*"|'[^']*')*>/gi
const HANDLER = /([\s"'])on\w+\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>]+)/gi

/** A document of the parser obeys the page's Content-Security-Policy, which reports each style attribute. */
function withoutActiveParts(html: string): string {
  return html
    .replace(/<(style|script|xml)\b[\s\S]*?<\/\1\s*>/gi, '')
    .replace(/<(\/?)iframe\b/gi, `<$1${FRAME}`)
    .replace(TAG, (tag) => tag.replace(/([\s"'])style\s*=/gi, '$1data-style=').replace(HANDLER, '$1'))
}

const UNWANTED =
  'meta, link, title, style, script, template, noscript, form > *:not(p, div, ul, ol, table), button, input:not([type=checkbox]), select, ' +
  'textarea, canvas, svg, map, br.Apple-interchange-newline'

function removeUnwanted(body: HTMLElement): void {
  for (const comment of commentsIn(body)) {
    if (!/^\s*(?:Start|End)Fragment\s*$/.test(comment.textContent ?? '')) comment.remove()
  }
  for (const element of body.querySelectorAll(UNWANTED)) element.remove()
  for (const element of body.querySelectorAll('form')) unwrap(element)
  // The tag's name has a colon: `o:p` of Word.
  for (const element of body.querySelectorAll('*')) if (element.localName.includes(':')) unwrap(element)
}

function commentsIn(body: HTMLElement): ChildNode[] {
  const found: ChildNode[] = []
  const visit = (node: ChildNode) => {
    if (node.nodeType === 8) found.push(node)
    for (const child of node.childNodes) visit(child)
  }
  visit(body)
  return found
}

function removeForeignImages(body: HTMLElement, isShown: (src: string) => boolean): number {
  const foreign = [...body.querySelectorAll('img')].filter((image) => !isShown(image.getAttribute('src') ?? ''))
  for (const image of foreign) image.remove()
  // Pixels of one by one count visits.
  return foreign.filter((image) => Number(image.getAttribute('width') ?? 2) > 1).length
}

const ALLOWED_ATTRIBUTES = [
  'href',
  'src',
  'alt',
  'title',
  'start',
  'colspan',
  'rowspan',
  'data-checked',
  'data-language',
]

function plainBlocks(body: HTMLElement): void {
  // The page has one first heading: the title of the post.
  for (const heading of body.querySelectorAll('h1, p.MsoTitle')) rename(heading, 'h2')
  for (const bold of body.querySelectorAll(':is(h1, h2, h3, h4, h5, h6) :is(b, strong)')) unwrap(bold)
  for (const pre of body.querySelectorAll('pre')) {
    for (const lineBreak of pre.querySelectorAll('br')) lineBreak.replaceWith('\n')
    const language = languageOf(pre)
    if (language) pre.setAttribute('data-language', language)
  }
  replaceSpaces(body)
  for (const lineBreak of body.querySelectorAll('br')) if (isBetweenBlocks(lineBreak)) lineBreak.remove()
  for (const paragraph of body.querySelectorAll('p, h2, h3, h4, h5, h6')) {
    if (paragraph.textContent?.trim() === '' && !paragraph.querySelector('img')) paragraph.remove()
  }
  for (const element of body.querySelectorAll('*')) {
    for (const { name } of [...element.attributes])
      if (!ALLOWED_ATTRIBUTES.includes(name)) element.removeAttribute(name)
  }
}

/** As highlighters name it in a class: that of Markdown renderers, of Stack Overflow, MDN and GitHub. */
function languageOf(pre: Element): string | undefined {
  const names = [pre.querySelector('code'), pre, pre.parentElement].map((element) => element?.className ?? '').join(' ')
  return /\b(?:language-|lang-|brush:\s*|highlight-source-|highlight-text-)([\w+#-]+)/.exec(names)?.[1]
}

const BLOCK = 'p, h2, h3, h4, h5, h6, ul, ol, table, blockquote, pre, hr, div, figure'

/** Google Docs puts line breaks between blocks. */
function isBetweenBlocks({ previousSibling, nextSibling, parentElement }: Element): boolean {
  if (parentElement?.matches('p, li, td, th, h2, h3, h4, h5, h6, pre, figcaption')) return false
  const isEdge = (sibling: ChildNode | null) =>
    sibling === null || (sibling instanceof Element && sibling.matches(BLOCK))
  return isEdge(previousSibling) || isEdge(nextSibling)
}

function replaceSpaces(node: ChildNode, isCode = false): void {
  if (node.nodeType === 3 && node.textContent?.includes('\u00a0'))
    node.textContent = isCode ? node.textContent.replaceAll('\u00a0', ' ') : withUsualBlanks(node.textContent)
  for (const child of node.childNodes) replaceSpaces(child, isCode || child.nodeName === 'PRE')
}

/** A sign such as `%` and `°C`, a currency, or a unit such as `kg`, `km/h` and `m²`. */
const UNIT =
  /^(?:[%‰°€$£¥]|(?:[kMGTcdmµμn]?(?:g|m|l|L|s|W|Wh|V|A|Hz|B|J|Pa|bar|cal|bit)|h|min|t|ha|px|pt|ft|oz|lb|lbs|EUR|USD|CHF|GBP)(?:\/\p{L}{1,2})?[²³]?(?![\p{L}\p{N}]))/u

/** Programs put no-break spaces anywhere: a blank, except between a number and its unit. */
export const withUsualBlanks = (text: string): string =>
  text.replace(/\u00a0/g, (space, index: number) => {
    const isQuantity = /\d/.test(text[index - 1] ?? '') && UNIT.test(text.slice(index + 1))
    return isQuantity ? space : ' '
  })
