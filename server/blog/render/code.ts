import type { MarkedExtension } from 'marked'
import { decodeEntities } from '#server/text/scan/entities.ts'
import { highlighted } from './languages.ts'

/** Longer code, and what is beyond the second limit in one text, has no colors: they take about 1 ms per 5,000 characters. */
const CODE_MAX_CHARACTERS = 20_000
const TEXT_MAX_CHARACTERS = 200_000

export type Highlighter = (code: string, language: string) => string

/** Colors the code of one text. */
export function createHighlighter(): Highlighter {
  let characters = 0
  return (code, language) => {
    const isShort = code.length <= CODE_MAX_CHARACTERS && characters + code.length <= TEXT_MAX_CHARACTERS
    if (!isShort || language === '') return Bun.escapeHTML(code)
    characters += code.length
    return highlighted(code, language)
  }
}

/** Fenced code in colors, with its title and its marked lines: "```js {1,3-4} title="server.js"". */
export function codeBlocks(highlight: Highlighter): MarkedExtension {
  return {
    renderer: {
      code: ({ text, lang = '' }) => codeHtml(highlight, `${text.replace(/\n$/, '')}\n`, lang),
    },
  }
}

export function codeHtml(highlight: Highlighter, code: string, info: string): string {
  const { language, title, marked } = readInfo(info)
  const colored = highlight(code, language)
  const block = `<pre><code>${marked.size > 0 ? withMarkedLines(colored, marked) : colored}</code></pre>\n`
  return title ? `<figure><figcaption>${Bun.escapeHTML(title)}</figcaption>${block}</figure>\n` : block
}

type CodeInfo = { language: string; title: string; marked: ReadonlySet<number> }

/** Reads what authors write behind a fence: `js`, `{.js}`, `js:server.js`, `toml,name=site.toml`, `{r, echo=FALSE}`. */
function readInfo(info: string): CodeInfo {
  const text = info.slice(0, 500)
  const [, language = '', path] = /^\s*\{?\.?([\w#+-]+)(?::([\w./-]+))?/.exec(text) ?? []
  const [, quoted, single, bare] = /\b(?:title|name|filename|file)=(?:"([^"]*)"|'([^']*)'|([\w./-]+))/.exec(text) ?? []
  const [, bracketed] = /\s\[([^[\]]+)\]/.exec(text) ?? []
  const [, ranges = ''] = /\{([\d,\s-]+)\}/.exec(text) ?? []
  const [, named = ''] = /\b(?:hl_lines|mark|highlight)=["'[{]*([\d,\s-]+)/.exec(text) ?? []
  const marked = new Set([...linesIn(ranges), ...linesIn(named)])
  return { language, title: quoted ?? single ?? bare ?? path ?? bracketed ?? '', marked }
}

const LINES_MAX = 1_000

/** `1,3-5` */
function linesIn(ranges: string): number[] {
  return ranges.split(/[,\s]+/).flatMap((range) => {
    const [first = 0, last = first] = range.split('-').map(Number)
    const count = Math.min(last - first + 1, LINES_MAX)
    return first > 0 && count > 0 ? Array.from({ length: count }, (_, index) => first + index) : []
  })
}

/** Elements around several lines are closed at the end of a marked line and opened again. */
function withMarkedLines(html: string, marked: ReadonlySet<number>): string {
  const open: string[] = []
  const lines = html.split('\n').map((line, index) => {
    const before = open.join('')
    for (const [tag] of line.matchAll(/<span(?: class="[\w-]+")?>|<\/span>/g)) {
      if (tag === '</span>') open.pop()
      else open.push(tag)
    }
    const closed = `${before}${line}${'</span>'.repeat(open.length)}`
    return marked.has(index + 1) ? `<mark>${closed}</mark>` : closed
  })
  return lines.join('\n')
}

/** Code in HTML whose language is a class, as highlighters read it. */
const HTML_CODE = /<pre([^<>]*)>\s*<code([^<>]*)>([^<]*)<\/code>\s*<\/pre>/gi
const LANGUAGE = /\b(?:language|lang|brush:)[-\s]?([\w#+-]+)/i

export const withColoredCode = (html: string, highlight: Highlighter): string =>
  html.replace(HTML_CODE, (block, outer: string, inner: string, code: string) => {
    const language = LANGUAGE.exec(inner)?.[1] ?? LANGUAGE.exec(outer)?.[1]
    return language ? `<pre><code>${highlight(decodeEntities(code), language)}</code></pre>` : block
  })
