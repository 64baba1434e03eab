import type { PostFormat } from '#contract/post-form.ts'
import { countWords } from '#contract/reading-time.ts'

type Rule = readonly [pattern: RegExp, put: string | ((...found: string[]) => string)]

/** Code has signs that would be markup elsewhere. */
const withoutSigns = (code: string) => code.replace(/[<[&]/g, '')

/** Markdown: the text of code, links and footnotes stays; images, targets and marks that begin a line go. */
const MARKDOWN: readonly Rule[] = [
  [/(?<!`)(`{1,2})(?!`)([^`\n]{1,300})\1/g, (_, _mark = '', code = '') => withoutSigns(code)],
  [/!\[[^[\]\n]{0,300}\](?:\([^()\n]{0,1000}\)|\[[^[\]\n]{0,100}\])/g, ' '],
  [/^[> \t]*\[\^[^[\]\s]{1,100}\]:/gm, ''],
  [/\[\^[^[\]\s]{1,100}\]/g, ''],
  [/^ {0,3}\[[^[\]\n]{1,100}\]:[^\n]*$/gm, ''],
  [/\[([^[\]\n]{0,300})\](?:\([^()\n]{0,1000}\)|\[[^[\]\n]{0,100}\])/g, '$1'],
  [/^[> \t]*\[![a-z]{1,20}\][+-]?/gim, ''],
  [/^[> \t]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)+(?:\[[ x]\][ \t])?/gim, ''],
  [/^[> \t]*(?:#{1,6}[ \t]+|>[> \t]*)/gm, ''],
  [/^[|:=*_ \t-]+$/gm, ''],
  [/\|/g, ' '],
]
/** HTML, which Markdown may contain. A tag inside a line joins the words around it, any other one ends a word. */
const HTML: readonly Rule[] = [
  [/<!--(?:(?!<!--).)*?-->/gs, ' '],
  [/<(script|style)\b(?:(?!<\/?\1\b).)*?<\/\1\s*>/gis, ' '],
  [/\{[{%](?:(?!\{[{%]).){0,2000}?[%}]\}/gs, ' '],
  [/<\/?(?:a|abbr|b|cite|code|del|em|i|ins|kbd|mark|q|s|samp|small|span|strong|sub|sup|u|var)(?:\s[^<>]*)?>/gi, ''],
  [/<\/?[a-z][\w-]*(?:\s[^<>]*|\/)?>/gi, ' '],
  [/&(?:nbsp|ensp|emsp|thinsp|#160|#xa0);/gi, ' '],
  [/&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z]{1,31});/gi, '&'],
]

const FENCE = /^[> \t]*(`{3,}|~{3,})/

/** The code of fenced blocks without the lines around it. */
function withPlainCode(source: string): string {
  let fence = ''
  const shown = source.split('\n').map((line) => {
    const [head = '', mark = ''] = FENCE.exec(line) ?? []
    const isOutside = fence === ''
    if (isOutside && mark === '') return line
    const isEnd = mark.startsWith(fence) && line.slice(head.length).trim() === ''
    if (isOutside) fence = mark
    else if (isEnd) fence = ''
    else return withoutSigns(line)
    return ''
  })
  return shown.join('\n')
}

/** The words of a source that readers see, about as its page has them, without the cost of rendering it. */
export function shownText(format: PostFormat, source: string): string {
  const rules = format === 'md' ? [...MARKDOWN, ...HTML] : HTML
  return rules.reduce(
    (text, [pattern, put]) => replaceAll(text, pattern, put),
    format === 'md' ? withPlainCode(source) : source,
  )
}

const replaceAll = (text: string, pattern: RegExp, put: Rule[1]) =>
  typeof put === 'string' ? text.replace(pattern, put) : text.replace(pattern, put)

/** The number of words of a post, for the dashboard's list, the bar of both editors and unsaved texts. */
export const countShownWords = (format: PostFormat, source: string): number => countWords(shownText(format, source))
