import type { MarkedExtension, Token } from 'marked'
import { tagEnd } from '#server/text/scan/jsx.ts'
import { type ComponentTag, componentTag, importedImages } from '#server/text/scan/jsx-tag.ts'
import { mdxModuleLength, missingEnds } from '#server/text/scan/opaque-blocks.ts'
import { shortcodeOf } from './shortcodes.ts'
import { sourceBlock, sourceInline } from './source-block.ts'
import { isAlone, startOf } from './templates.ts'

type Found = { raw: string; tag: ComponentTag; body: string }

/**
 * Modules and comments of MDX, which are not shown, and components: those that have a meaning here are what the shortcodes of
 * their names are; the tags of others are shown as code, and what is between them is Markdown.
 */
export function mdx(): MarkedExtension {
  const images = new Map<string, string>()

  return {
    extensions: [
      {
        name: 'mdxModule',
        level: 'block',
        tokenizer(source) {
          const length = mdxModuleLength(source, new Set())
          const raw = source.slice(0, length)
          for (const [name, path] of importedImages(raw)) images.set(name, path)
          return length ? { type: 'mdxModule', raw } : undefined
        },
        renderer: () => '',
      },
      {
        name: 'mdxComment',
        level: 'inline',
        start: (source) => source.indexOf('{/*'),
        tokenizer(source) {
          const end = /^\{\/\*(?!\s*#)/.test(source) ? source.indexOf('*/}') : -1
          return end === -1 ? undefined : { type: 'mdxComment', raw: source.slice(0, end + 3) }
        },
        renderer: () => '',
      },
      {
        name: 'componentBlock',
        level: 'block',
        start: (source) => startOf(source, /\n {0,3}<\/?[A-Z]/),
        tokenizer(source) {
          const indent = /^ {0,3}(?=<\/?[A-Z])/.exec(source)?.[0]
          if (indent === undefined) return undefined
          const written = source.slice(indent.length)
          const found = known(written, images, missingEnds(this.lexer))
          if (found && isAlone(written, found.raw)) {
            const tokens = this.lexer.blockTokens(`${withoutIndent(found.body)}\n`, [])
            return { type: 'componentBlock', ...found, raw: indent + found.raw, tokens }
          }
          const raw = found ? '' : written.slice(0, tagEnd(written))
          return raw && isAlone(written, raw) ? { type: 'componentBlock', raw: indent + raw, tokens: [] } : undefined
        },
        renderer(token) {
          const { tag, raw }: Partial<Found> = token
          return tag ? `${htmlOf(tag, this.parser.parse(token.tokens ?? []))}\n` : unknown(raw, sourceBlock)
        },
      },
      {
        name: 'componentInline',
        level: 'inline',
        start: (source) => startOf(source, /<\/?[A-Z]/),
        tokenizer(source) {
          if (!/^<\/?[A-Z]/.test(source)) return undefined
          const found = known(source, images, missingEnds(this.lexer))
          if (found)
            return { type: 'componentInline', ...found, tokens: this.lexer.inlineTokens(found.body) as Token[] }
          const length = tagEnd(source)
          return length ? { type: 'componentInline', raw: source.slice(0, length), tokens: [] } : undefined
        },
        renderer(token) {
          const { tag, raw }: Partial<Found> = token
          return tag ? htmlOf(tag, this.parser.parseInline(token.tokens ?? [])) : unknown(raw, sourceInline)
        },
      },
    ],
  }
}

const htmlOf = ({ name, values }: ComponentTag, body: string) => shortcodeOf(name)?.render(values, body) ?? ''

/** The end tag of a component that is shown without its body, such as a figure, adds nothing. */
function unknown(raw: string, show: (source: string) => string): string {
  const tag = componentTag(raw.trim(), new Map())
  return tag?.isClosing && shortcodeOf(tag.name) ? '' : show(raw)
}

function known(source: string, images: ReadonlyMap<string, string>, missing: Set<string>): Found | undefined {
  const tag = componentTag(source, images)
  const shortcode = tag && !tag.isClosing ? shortcodeOf(tag.name) : undefined
  if (!tag || !shortcode) return undefined
  const end = shortcode.hasBody && !tag.isEmpty ? bodyEnd(source, tag, missing) : undefined
  if (!end && (shortcode.hasBody === true || shortcode.render(tag.values, '') === undefined)) return undefined
  return {
    raw: source.slice(0, end?.after ?? tag.length),
    tag,
    body: source.slice(tag.length, end?.from ?? tag.length),
  }
}

/** Each search for an end reads the rest of the text. */
const SEARCHES_MAX = 40

/** Where the end tag begins and ends; components of the same name inside are counted. */
function bodyEnd(source: string, { written, length }: ComponentTag, missing: Set<string>) {
  const key = `<${written}`
  if (missing.has(key) || missing.size > SEARCHES_MAX) return undefined
  const tags = /<\/?([A-Z][\w.]*)/g
  tags.lastIndex = length
  let depth = 1
  for (let next = tags.exec(source); next; next = tags.exec(source)) {
    if (next[1] !== written) continue
    const end = tagEnd(source.slice(next.index, next.index + 2_100))
    if (next[0].startsWith('</')) depth--
    else if (end > 0 && source[next.index + end - 2] !== '/') depth++
    if (depth === 0) return { from: next.index, after: next.index + end }
  }
  missing.add(key)
  return undefined
}

/** Children are mostly indented, which is no code in MDX. */
function withoutIndent(body: string): string {
  const lines = body
    .replace(/^[ \t]*\n/, '')
    .trimEnd()
    .split('\n')
  const indents = lines.filter((line) => line.trim() !== '').map((line) => line.length - line.trimStart().length)
  const indent = Math.min(...indents, 100)
  return lines.map((line) => line.slice(Math.min(indent, line.length - line.trimStart().length))).join('\n')
}
