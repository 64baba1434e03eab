import { tagsIn } from '#server/text/scan/html-tags.ts'
import type { RenderOptions } from '#server/text/scan/render-options.ts'
import { calloutKindOf } from './callouts.ts'

/** `!!! note` of MkDocs. */
const ADMONITION = /^(?:!{3}|\?{3}\+?) \w[^\n]{0,40}/gm
/** `::github{repo="a/b"}` of Astro, and `::note` of Nuxt. */
const DIRECTIVE = /^::[a-z][\w-]{0,30}(?:[[{][^\n]{0,60}|[ \t]*$)/gm
/** `[[a page]]` and `![[an image.png]]` of wikis, `[TOC]`, and `^[1]`. */
const BRACKETS = [/!?\[\[(?=[\p{L}\p{N}_])[^[\]\n]{1,100}\]\]/gu, /(?<!\[)\[toc\]/gi, /(?<!\[)\^\[[^[\]\n]{1,80}\]/g]
/** What would be a footnote, a callout, a card, a link or contents. */
const MARKS = [DIRECTIVE, /\[\^[\w-]{1,50}\]/g, /\[!\w{1,30}\][^\n]{0,40}/g, ADMONITION, ...BRACKETS]

/** Markup of other systems that is shown as it is written; in code, it is meant to be seen. */
const UNKNOWN = [
  /\{\{[<%](?:[^\n}]{0,80}\}\})?/g,
  /(?<!\{)\{%(?:[^\n}]{0,80}\})?/g,
  // Of Liquid, Go and Vue.
  /\{\{(?![<%])[^{}\n]{1,80}\}\}/g,
  /^:{3,}[^\n]{0,80}/gm,
  /^import [^\n]{0,60} from ['"]|^export (?:const|default) [^\n]{0,60}/gm,
  /<\/?[A-Z]\w{2,}[^\n]{0,80}/g,
  ...MARKS,
]

/** Whether a footnote has no text. */
function hasMissingNote(bare: string): boolean {
  const found = new Set(bare.match(/\[\^[\w-]{1,50}\]:?/g))
  return [...found].some((note) => !note.endsWith(':') && !found.has(`${note}:`))
}

/** Whether a name in brackets is that of a callout: at the start of a quote, also in a list. */
const isCallout = (before: string, name: string) =>
  /^[\s\d.)*+>-]*>\s*$/.test(before) && calloutKindOf(name) !== undefined

/** What is shown as code because it is not known, in HTML that is not sanitized. */
const SOURCE = /(?:<pre>)?<code data-source>([^<]*)<\/code>(?:<\/pre>)?/g

const CODE = new Set(['pre', 'code', 'math'])

/** The text that readers see, without code. */
export function visibleText(html: string): string {
  const shown = html.replace(SOURCE, '$1')
  let text = ''
  let copied = 0
  let codeName = ''
  for (const { name, isClosing, start, end } of tagsIn(shown)) {
    if (codeName === '') text += shown.slice(copied, start)
    copied = end
    // A paragraph may follow a block of HTML on its line.
    if (name === 'p' && !isClosing) text += '\n'
    if (codeName === '' && !isClosing && CODE.has(name)) {
      codeName = name
      text += ' '
    } else if (isClosing && name === codeName) codeName = ''
  }
  if (codeName === '') text += shown.slice(copied)
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&#39;', "'")
}

/** Shortcodes, Liquid, imports and components that are left in rendered HTML, as they are written. */
export function leftoversInHtml(html: string): string[] {
  const text = visibleText(html)
  return UNKNOWN.flatMap((pattern) => [...text.matchAll(pattern)].map(([found]) => found.trim()))
}

/** Whether a body without code may have any, so that other posts need not be rendered. Only MDX has components. */
export const mayHaveLeftovers = (bare: string, { mdx = false }: RenderOptions): boolean =>
  /\{[{%]/.test(bare) ||
  hasMissingNote(bare) ||
  [...bare.matchAll(/^([^\n\r]*?)\[!(\w{1,30})\]/gm)].some(([, before = '', name = '']) => !isCallout(before, name)) ||
  [ADMONITION, DIRECTIVE, ...BRACKETS].some((mark) => bare.search(mark) !== -1) ||
  (mdx ? /<[A-Z]/ : /^(?:import|export) /m).test(bare) ||
  [...bare.matchAll(/^:{3,} ?(\w+)/gm)].some(([, name = '']) => calloutKindOf(name) === undefined)
