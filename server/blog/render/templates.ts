import type { MarkedExtension, Token } from 'marked'
import { missingEnds } from '#server/text/scan/opaque-blocks.ts'
import { type TemplateTag, tagBody, templateTag } from '#server/text/scan/template-tags.ts'
import { codeHtml, createHighlighter, type Highlighter } from './code.ts'
import { shortcodeOf } from './shortcodes.ts'
import { sourceBlock, sourceInline } from './source-block.ts'
import { outsideOfCode, withUrls } from './template-text.ts'

type Found = { raw: string; tag: TemplateTag; body: string }
const CODE = new Set(['highlight', 'codeblock', 'code', 'mermaid'])

/**
 * Shortcodes of Hugo and Zola and tags of Liquid and Markdoc. Tags that are not known are shown as code, and what is between them is
 * Markdown.
 */
export function templates(highlight: Highlighter): MarkedExtension {
  return {
    extensions: [
      {
        name: 'templateBlock',
        level: 'block',
        start: (source) => startOf(source, /\n {0,3}\{[{%]/),
        tokenizer(source) {
          const indent = /^ {0,3}(?=\{[{%])/.exec(source)?.[0]
          if (indent === undefined) return undefined
          const written = source.slice(indent.length)
          const found = known(written, missingEnds(this.lexer))
          if (found && isAlone(written, found.raw)) {
            const isCode = CODE.has(found.tag.name)
            const tokens = isCode || found.body === '' ? [] : this.lexer.blockTokens(`${found.body.trim()}\n`, [])
            return { type: 'templateBlock', ...found, raw: indent + found.raw, tokens }
          }
          const unknown = found ? undefined : templateTag(written)?.raw
          return unknown && isAlone(written, unknown)
            ? { type: 'templateBlock', raw: indent + unknown, tokens: [] }
            : undefined
        },
        renderer(token) {
          const { tag, body = '', raw }: Partial<Found> = token
          if (!tag) return sourceBlock(raw)
          return `${htmlOf(tag, body, highlight, () => this.parser.parse(token.tokens ?? []))}\n`
        },
      },
      {
        name: 'templateInline',
        level: 'inline',
        start: (source) => startOf(source, /\{[{%]/),
        tokenizer(source) {
          const found = known(source, missingEnds(this.lexer))
          if (found) return { type: 'templateInline', ...found, tokens: this.lexer.inlineTokens(found.body) as Token[] }
          const unknown = unknownTag(source)
          return unknown ? { type: 'templateInline', raw: unknown, tokens: [] } : undefined
        },
        renderer(token) {
          const { tag, body = '', raw }: Partial<Found> = token
          if (!tag) return sourceInline(raw)
          return htmlOf(tag, body, highlight, () => this.parser.parseInline(token.tokens ?? []))
        },
      },
    ],
  }
}

/** Whether nothing but blanks follows on the line. */
export function isAlone(source: string, start: string): boolean {
  const end = source.indexOf('\n', start.length)
  return source.slice(start.length, end === -1 ? undefined : end).trim() === ''
}

/** The same in HTML. In attributes, tags that are not known stay as they are typed. */
export function withHtmlTemplates(source: string): string {
  if (!/\{[{%]/.test(source)) return source
  const html = withUrls(source, 'html')
  const bare = outsideOfCode(html, 'html')
  const texts = bare.replace(/<[^<>]{0,5000}>/g, (tag) => ' '.repeat(tag.length))
  const highlight = createHighlighter()
  const missing = new Set<string>()
  let result = ''
  let copied = 0
  for (let at = nextMark(bare); at !== -1; ) {
    const found = known(html.slice(at), missing)
    const unknown = !found && texts[at] === '{' ? unknownTag(html.slice(at)) : undefined
    if (found || unknown !== undefined) {
      const shown = found ? htmlOf(found.tag, found.body, highlight, () => found.body) : sourceInline(unknown ?? '')
      result += html.slice(copied, at) + shown
      copied = at + (found?.raw ?? unknown ?? '').length
    }
    at = nextMark(bare, Math.max(copied, at + 2))
  }
  return result + html.slice(copied)
}

function nextMark(bare: string, from = 0): number {
  const found = bare.slice(from).search(/\{[{%]/)
  return found === -1 ? -1 : from + found
}

/** A tag without meaning here, or an expression of Liquid, Go or Vue. */
const unknownTag = (source: string): string | undefined =>
  templateTag(source)?.raw ?? /^\{\{[^{}\n]{0,500}\}\}|^\{%[^{}\n]{0,500}%\}/.exec(source)?.[0]

/** A tag that has a meaning here, with its body. */
function known(source: string, missing: Set<string>): Found | undefined {
  const tag = templateTag(source)
  if (!tag || tag.isClosing) return undefined
  const shortcode = shortcodeOf(tag.name)
  if (!shortcode && !CODE.has(tag.name)) return undefined
  const found = !shortcode || shortcode.hasBody ? tagBody(source, tag, missing) : undefined
  if (!found && (!shortcode || shortcode.hasBody === true || shortcode.render(tag.values, '') === undefined))
    return undefined
  return { raw: source.slice(0, found?.length ?? tag.raw.length), tag, body: found?.body ?? '' }
}

function htmlOf(
  { name, text, values }: TemplateTag,
  body: string,
  highlight: Highlighter,
  inside: () => string,
): string {
  if (!CODE.has(name)) return shortcodeOf(name)?.render(values, inside()) ?? ''
  const language = name === 'mermaid' ? '' : (values.named.get('lang') ?? values.listed[0] ?? '')
  const info = name === 'codeblock' && !values.named.has('lang') ? '' : `${language} ${text}`
  return codeHtml(highlight, `${body.replace(/^\s*\n/, '').trimEnd()}\n`, info)
}

export function startOf(source: string, mark: RegExp): number | undefined {
  const found = source.search(mark)
  return found === -1 ? undefined : found + (source[found] === '\n' ? 1 : 0)
}
