import type { PostFormat } from '#contract/post-form.ts'
import { countWords } from '#contract/reading-time.ts'

/** A text without `sign` has no match, and is not searched: every post is counted at a first start. */
type Rule = readonly [sign: string, pattern: RegExp, put: string]

/** Code has signs that would be markup elsewhere. */
const withoutSigns = (code: string) => code.replace(/[<[&]/g, '')

/** Images and the targets of links go, the text of links and footnotes stays. */
const MARKDOWN: readonly Rule[] = [
  ['![', /!\[[^[\]\n]{0,300}\](?:\([^()\n]{0,1000}\)|\[[^[\]\n]{0,100}\])/g, ' '],
  ['[^', /\[\^[^[\]\s]{1,100}\]:?/g, ''],
  ['[', /\[([^[\]\n]{0,300})\](?:\([^()\n]{0,1000}\)|\[[^[\]\n]{0,100}\])/g, '$1'],
  ['|', /\|/g, ' '],
]
/** HTML, which Markdown may contain. A tag inside a line joins the words around it, any other one ends a word. */
const HTML: readonly Rule[] = [
  ['<!--', /<!--(?:(?!<!--).)*?-->/gs, ' '],
  ['<', /<(script|style)\b(?:(?!<\/?\1\b).)*?<\/\1\s*>/gis, ' '],
  ['{', /\{[{%](?:(?!\{[{%]).){0,2000}?[%}]\}/gs, ' '],
  [
    '<',
    /<\/?(?:a|abbr|b|cite|code|del|em|i|ins|kbd|mark|q|s|samp|small|span|strong|sub|sup|u|var)(?:\s[^<>]*)?>/gi,
    '',
  ],
  ['<', /<\/?[a-z][\w-]*(?:\s[^<>]*|\/)?>/gi, ' '],
  ['&', /&(?:nbsp|ensp|emsp|thinsp|#160|#xa0);/gi, ' '],
  ['&', /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z]{1,31});/gi, '&'],
]

/** The only lines that the next ones match. */
const MARKED = /^[ \t]*[->#*+[|:=_~`\d]/
const FENCE = /^[> \t]*(`{3,}|~{3,})/
/** What a line of Markdown begins with that readers do not see as words. */
const LINE_MARKS: readonly RegExp[] = [
  /^ {0,3}\[[^^[\]][^[\]]{0,100}\]:.*$/,
  /^[> \t]*\[![a-z]{1,20}\][+-]?/i,
  /^[> \t]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)+(?:\[[ x]\][ \t])?/i,
  /^[> \t]*(?:#{1,6}[ \t]+|>[> \t]*)/,
  /^[|:=*_ \t-]+$/,
]
const INLINE_CODE = /(?<!`)(`{1,2})(?!`)([^`\n]{1,300})\1/g

/** The lines of Markdown without their marks, and the code of fenced blocks without the lines around it. */
function withoutLineMarks(source: string): string {
  let fence = ''
  const shown = source.split('\n').map((line) => {
    if (!MARKED.test(line)) return fence === '' ? line : withoutSigns(line)
    const [head = '', mark = ''] = FENCE.exec(line) ?? []
    const isOutside = fence === ''
    if (isOutside && mark === '') return LINE_MARKS.reduce((rest, pattern) => rest.replace(pattern, ''), line)
    const isEnd = mark.startsWith(fence) && line.slice(head.length).trim() === ''
    if (isOutside) fence = mark
    else if (isEnd) fence = ''
    else return withoutSigns(line)
    return ''
  })
  return shown.join('\n')
}

const withPlainCode = (text: string) =>
  text.includes('`') ? text.replace(INLINE_CODE, (_, _mark, code) => withoutSigns(code)) : text

const apply = (rules: readonly Rule[], source: string): string =>
  rules.reduce((text, [sign, pattern, put]) => (text.includes(sign) ? text.replace(pattern, put) : text), source)

/** The words of a source that readers see, about as its page has them, without the cost of rendering it. */
export const shownText = (format: PostFormat, source: string): string =>
  apply(HTML, format === 'md' ? apply(MARKDOWN, withPlainCode(withoutLineMarks(source))) : source)

/** The number of words of a post, for the dashboard's list, the bar of both editors and unsaved texts. */
export const countShownWords = (format: PostFormat, source: string): number => countWords(shownText(format, source))
