import { cutText } from '#contract/cut-text.ts'
import type { PostFormat } from '#contract/post-form.ts'
import { replaceNotes } from '#server/text/scan/footnotes.ts'
import { HIDDEN_TEXT } from '#server/text/scan/hidden-text.ts'
import { oneLine } from '#server/text/scan/lines.ts'
import { FENCED_CODE } from '#server/text/scan/references.ts'
import { cutBetweenWords, toPlainText } from '#server/text/scan/to-plain-text.ts'

/** Enough for a beginning of text, and short enough to be read without a parser at each change. */
const READ_CHARACTERS = 20_000
/** Of a summary that is taken from the text. */
const SUMMARY_CHARACTERS = 300
const NAME_CHARACTERS = 200

/** Where Hugo, Jekyll, Hexo, WordPress, Docusaurus and Eleventy end the part of a text that lists show. */
const TEASER_MARK =
  /<!--[ \t]{0,5}(?:more|truncate|excerpt|end ?excerpt|read-?more)\b[^<>]{0,60}-->|\{\/\*[ \t]{0,5}truncate[ \t]{0,5}\*\/\}/i

/** The index of the mark that ends the teaser; `separator` is the mark that Jekyll's front matter may name. */
export function teaserEnd(body: string, separator?: unknown): number | undefined {
  const named =
    typeof separator === 'string' && separator.trim() !== '' ? body.replaceAll('\r\n', '\n').indexOf(separator) : -1
  const index = named > 0 ? named : body.slice(0, READ_CHARACTERS).search(TEASER_MARK)
  return index > 0 ? index : undefined
}

/** A summary for a post that has none: the text above the teaser's mark, or the first paragraph, as plain text. */
export function summaryOf(format: PostFormat, body: string, separator?: unknown): string {
  const end = teaserEnd(body, separator)
  const read = body.replaceAll('\r\n', '\n').slice(0, Math.min(end ?? READ_CHARACTERS, READ_CHARACTERS))
  const text = read.replace(HIDDEN_TEXT, '')
  const words = format === 'html' ? htmlWords(text, end !== undefined) : markdownWords(text, end !== undefined)
  return words.length > SUMMARY_CHARACTERS ? `${cutBetweenWords(words, SUMMARY_CHARACTERS)}…` : words
}

/** Comments, and elements whose words are no sentences of the text; one that is not closed ends with the text. */
const NO_PROSE =
  /<!--.*?(?:-->|$)|<(figure|table|pre|h[1-6]|nav|header|script|style|svg|iframe|video|audio|noscript|template|form|button)\b.*?(?:<\/\1\s*>|$)/gis
const HTML_PARAGRAPH = /<p(?:\s[^<>]{0,1000})?>(.*?)(?:<\/p\s*>|$)/gis

function htmlWords(html: string, isTeaser: boolean): string {
  const prose = html.replace(NO_PROSE, '\n')
  if (isTeaser) return toPlainText('html', prose)
  for (const [, inside = ''] of prose.matchAll(HTML_PARAGRAPH)) {
    const words = toPlainText('html', inside)
    if (words !== '') return words
  }
  return toPlainText('html', prose)
}

function markdownWords(text: string, isTeaser: boolean): string {
  const paragraphs = paragraphsIn(text.replace(NO_PROSE, '\n').replace(LIQUID_BLOCK, '\n').replace(LIQUID_TAG, ''))
  if (isTeaser) return paragraphs.map(wordsOf).join(' ').trim()
  const prose = paragraphs.find((one) => !LISTED.test(one) && wordsOf(one) !== '')
  return wordsOf(prose ?? paragraphs.find((one) => wordsOf(one) !== '') ?? '')
}

/** Code and variables of Liquid; its tags may have several lines. */
const LIQUID_BLOCK = /\{%-?\s{0,20}(highlight|capture)\b.*?(?:\{%-?\s{0,20}end\1\s{0,20}-?%\}|$)/gs
const LIQUID_TAG = /\{%[^%]{0,500}%\}/g

const LISTED = /^\s*(?:[-*+]\s|\d{1,9}[.)]\s|>)/
/** A line of its own that is no text: headings, rules, tables, code of a site generator, definitions. */
const NO_TEXT =
  /^\s*(?:#{1,6}(?:\s|$)|(?:[-*_]\s*){3,}$|\||:::|import\s|export\s|\{\{[<%]|\{[%#:]|\[\[?_?toc_?\]|\[[^[\]\n]{1,100}\]:|\$\$|@\[|\+\+\+)/i
const UNDERLINE = /^ {0,3}(?:=+|-+)[ \t]*$/

/** The paragraphs, lists and quotations of a Markdown text. */
function paragraphsIn(text: string): string[] {
  const found: string[] = []
  let lines: string[] = []
  const end = () => {
    if (lines.length > 0) found.push(lines.join('\n'))
    lines = []
  }
  for (const line of text.replace(FENCED_CODE, '').split('\n')) {
    if (lines.length > 0 && UNDERLINE.test(line)) lines = []
    else if (line.trim() === '' || NO_TEXT.test(line) || (lines.length === 0 && /^(?: {4}|\t)/.test(line))) end()
    else lines.push(line)
  }
  end()
  return found
}

const IMAGE = /!\[[^[\]\n]{0,300}\](?:\([^()\n]{0,1000}\)|\[[^[\]\n]{0,100}\])/g
const CODE_OF_GENERATORS = /\{\{[^{}]{0,500}\}\}|\{:[^{}]{0,200}\}|\[\^[^[\]\s]{1,100}\]/g

/** A link may be broken across lines, and the marks of lists are at the start of theirs. */
const onOneLine = (paragraph: string) => (LISTED.test(paragraph) ? paragraph : paragraph.replaceAll('\n', ' '))

const wordsOf = (paragraph: string) =>
  toPlainText(
    'md',
    replaceNotes(onOneLine(paragraph), () => '')
      .replace(IMAGE, '')
      .replace(CODE_OF_GENERATORS, '')
      .replaceAll('[]()', ''),
  )

const HEADING = /^ {0,3}#{1,6}[ \t]+(\S.*)$/m
const HTML_HEADING = /<h[1-6](?:\s[^<>]{0,1000})?>(.{1,1000}?)<\/h[1-6]\s*>/is

/** The words of the first heading, for a post without a title; empty where there is none. */
export function headingTitle(format: PostFormat, body: string): string {
  const text = body.slice(0, READ_CHARACTERS)
  if (format === 'html') return cutText(toPlainText('html', HTML_HEADING.exec(text)?.[1] ?? ''), NAME_CHARACTERS)
  const [, words = ''] = HEADING.exec(text.replace(FENCED_CODE, '')) ?? []
  return headingWords(words)
}

const headingWords = (written: string) =>
  cutText(
    toPlainText('md', written.replace(/\{#[\w-]{1,100}\}[ \t]*$/, '').replace(/[ \t]#+[ \t]*$/, '')),
    NAME_CHARACTERS,
  )

/** The body without a first heading that repeats the title: pages show that above the text. */
export function withoutTitle(format: PostFormat, body: string, title: string): string {
  const [whole = '', first] =
    (format === 'html' ? /^\s*<h1(?:\s[^<>]{0,1000})?>(.{1,1000}?)<\/h1\s*>/is : /^\s*# +([^\n]{1,1000})(?:\n|$)/).exec(
      body,
    ) ?? []
  if (first === undefined) return body
  const words = format === 'html' ? toPlainText('html', first) : headingWords(first)
  // The other lines stay where they are: the preview finds them by their numbers.
  return words === oneLine(title) ? whole.replace(/[^\n]/g, '') + body.slice(whole.length) : body
}

/** A title from an id: `2019-07-02-spring-menu` is "Spring menu". */
export function wordsOfName(id: string): string {
  const words = id
    .replace(/^\d{4}-\d{2}-\d{2}-/, '')
    .replace(/[-_]+/g, ' ')
    .trim()
  return words === '' ? id : `${words[0]?.toUpperCase()}${words.slice(1)}`
}
