import type { MarkedExtension, Token } from 'marked'
import { missingEnds } from '#server/lib/opaque-blocks.ts'
import { nextTag, type TemplateTag, tagBody, templateTag } from '#server/lib/template-tags.ts'
import { codeHtml, type Highlighter } from './code.ts'
import { shortcodes } from './shortcodes.ts'

type Found = { raw: string; tag: TemplateTag; body: string }
const CODE = new Set(['highlight', 'codeblock', 'code', 'mermaid'])

/** Shortcodes of Hugo and Zola and tags of Liquid. Unknown ones stay as they are typed, and what is between them is Markdown. */
export function templates(highlight: Highlighter): MarkedExtension {
  return {
    extensions: [
      {
        name: 'templateBlock',
        level: 'block',
        start: (source) => startOf(source, /\n {0,3}\{[{%]/),
        tokenizer(source) {
          const indent = /^ {0,3}(?=\{[{%])/.exec(source)?.[0]
          const found = indent === undefined ? undefined : known(source.slice(indent.length), missingEnds(this.lexer))
          if (indent === undefined || !found) return undefined
          const end = source.indexOf('\n', indent.length + found.raw.length)
          if (source.slice(indent.length + found.raw.length, end === -1 ? undefined : end).trim() !== '')
            return undefined
          const isCode = CODE.has(found.tag.name)
          const tokens = isCode || found.body === '' ? [] : this.lexer.blockTokens(`${found.body.trim()}\n`, [])
          return { type: 'templateBlock', ...found, raw: indent + found.raw, tokens }
        },
        renderer(token) {
          const { tag, body } = token as unknown as Found
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
          const unknown = /^\{\{[^{}\n]{0,500}\}\}|^\{%[^{}\n]{0,500}%\}/.exec(source)?.[0]
          return unknown ? { type: 'templateInline', raw: unknown, tokens: [] } : undefined
        },
        renderer(token) {
          const { tag, body, raw } = token as unknown as Found
          if (!tag) return Bun.escapeHTML(raw)
          return htmlOf(tag, body, highlight, () => this.parser.parseInline(token.tokens ?? []))
        },
      },
    ],
  }
}

/** The same in HTML. `bare`: without code. */
export function withTemplates(html: string, bare: string, highlight: Highlighter): string {
  const missing = new Set<string>()
  let result = ''
  let copied = 0
  for (let at = nextTag(bare); at !== -1; ) {
    const found = known(html.slice(at), missing)
    if (found) {
      result += html.slice(copied, at) + htmlOf(found.tag, found.body, highlight, () => found.body)
      copied = at + found.raw.length
    }
    at = nextTag(bare, at + (found?.raw.length ?? 2))
  }
  return result + html.slice(copied)
}

/** A tag that has a meaning here, with its body. */
function known(source: string, missing: Set<string>): Found | undefined {
  const tag = templateTag(source)
  const shortcode = tag && shortcodes.get(tag.name)
  if (!tag || tag.isClosing || (!shortcode && !CODE.has(tag.name))) return undefined
  if (shortcode && !shortcode.hasBody)
    return shortcode.render(tag.values, '') === undefined ? undefined : { raw: tag.raw, tag, body: '' }
  const found = tagBody(source, tag, missing)
  return found && { raw: source.slice(0, found.length), tag, body: found.body }
}

function htmlOf(
  { name, text, values }: TemplateTag,
  body: string,
  highlight: Highlighter,
  inside: () => string,
): string {
  if (!CODE.has(name)) return shortcodes.get(name)?.render(values, inside()) ?? ''
  const language = name === 'mermaid' ? '' : (values.named.get('lang') ?? values.listed[0] ?? '')
  const info = name === 'codeblock' && !values.named.has('lang') ? '' : `${language} ${text}`
  return codeHtml(highlight, `${body.replace(/^\s*\n/, '').trimEnd()}\n`, info)
}

function startOf(source: string, mark: RegExp): number | undefined {
  const found = source.search(mark)
  return found === -1 ? undefined : found + (source[found] === '\n' ? 1 : 0)
}
