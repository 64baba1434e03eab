import { type MarkedExtension, parseInline, type Token, type Tokens } from 'marked'
import { type CalloutKind, calloutKinds } from '#contract/document.ts'
import { directiveLength, leafDirective, missingEnds } from '#server/text/scan/opaque-blocks.ts'
import { valuesIn } from '#server/text/scan/template-tags.ts'
import { providerCard } from './providers.ts'

/** What other systems call our kinds. */
const KINDS: ReadonlyMap<string, CalloutKind> = new Map([
  ...calloutKinds.map((kind) => [kind, kind] as const),
  ...(['info', 'abstract', 'question', 'seealso', 'aside'] as const).map((name) => [name, 'note'] as const),
  ...(['hint', 'success', 'check', 'idea'] as const).map((name) => [name, 'tip'] as const),
  ...(['attention', 'warn'] as const).map((name) => [name, 'warning'] as const),
  ...(['danger', 'error', 'bug', 'failure'] as const).map((name) => [name, 'caution'] as const),
])

export const calloutKindOf = (name: string): CalloutKind | undefined =>
  KINDS.get(name.toLowerCase().replace(/^(?:callout|alert|admonition)-/, ''))

const capitalized = (word: string) => `${word[0]?.toUpperCase() ?? ''}${word.slice(1).toLowerCase()}`

/** A named block. `name` and `inside` are HTML. */
export const calloutHtml = (kind: CalloutKind, name: string, inside: string) =>
  `<div data-callout="${kind}" role="note">\n<p><strong>${name}</strong></p>\n${inside}</div>\n`

/** `> [!NOTE]` as on GitHub, `:::note Title` … `:::` as in Docusaurus, VitePress and Pandoc, and `::github{repo="a/b"}`. */
export const callouts: MarkedExtension = {
  renderer: {
    blockquote({ tokens }) {
      const [first, ...rest] = tokens
      const found = first?.type === 'paragraph' ? quotedCallout(first.raw) : undefined
      if (!found || first?.type !== 'paragraph') return false
      const inside = this.parser.parse([...afterFirstLine(first as Tokens.Paragraph), ...rest])
      const title = found.title === '' ? capitalized(found.name) : parseInline(found.title, { async: false })
      return calloutHtml(found.kind, title, inside)
    },
  },
  extensions: [
    {
      name: 'directive',
      level: 'block',
      start: (source) => (source.includes(':::') ? nextLineWith(source) : undefined),
      tokenizer(source) {
        const found = readDirective(source, missingEnds(this.lexer))
        if (!found) return undefined
        const { top } = this.lexer.state
        this.lexer.state.top = true
        const tokens = this.lexer.blockTokens(found.inside, [])
        this.lexer.state.top = top
        const title = this.lexer.inline(found.title || capitalized(found.name), [])
        // What follows an unknown name may be its settings: `columns=2`.
        const hasTitle = found.title !== '' && !/[={}]/.test(found.title)
        return { type: 'directive', raw: found.raw, name: found.name, title, hasTitle, tokens }
      },
      renderer(token) {
        const [title, inside] = [this.parser.parseInline(token.title), this.parser.parse(token.tokens ?? [])]
        const kind = calloutKindOf(token.name)
        if (kind) return calloutHtml(kind, title, inside)
        if (token.name === 'details') return `<details>\n<summary>${title}</summary>\n${inside}</details>\n`
        return token.hasTitle ? `<p><strong>${title}</strong></p>\n${inside}` : inside
      },
    },
    {
      name: 'leafDirective',
      level: 'block',
      tokenizer(source) {
        const found = leafDirective(source)
        const html = found && cardFor(found)
        return html ? { type: 'leafDirective', raw: found.raw, html } : undefined
      },
      renderer: ({ html }) => `${html}\n`,
    },
  ],
}

/** A link to what a directive of a provider shows. */
function cardFor({ name, title, values }: { name: string; title: string; values: string }): string | undefined {
  const { named, listed } = valuesIn(values)
  const titled = new Map(title === '' ? named : [...named, ['title', title]])
  return providerCard(name.toLowerCase())?.({ named: titled, listed: listed.map((one) => one.replace(/^#/, '')) })
}

/** The line break before a directive in this paragraph. */
function nextLineWith(source: string): number | undefined {
  const end = source.indexOf('\n\n')
  const found = (end === -1 ? source : source.slice(0, end)).search(/\n {0,3}:::/)
  return found === -1 ? undefined : found + 1
}

/** `[!NOTE]`, and with a title as in Obsidian: `[!tip]- A title`. */
const KIND = /^\[!(\w+)\][+-]?[ \t]*([^\n]*)(?:\n|$)/

function quotedCallout(paragraph: string): { kind: CalloutKind; name: string; title: string } | undefined {
  const [, name = '', title = ''] = KIND.exec(paragraph) ?? []
  const kind = calloutKindOf(name)
  return kind && { kind, name, title: title.trim() }
}

/** The paragraph without its first line, and without a hard break behind it. */
function afterFirstLine({ tokens: all, ...paragraph }: Tokens.Paragraph): Token[] {
  const end = all.findIndex(({ type, raw }) => type === 'br' || (type === 'text' && raw.includes('\n')))
  const last = all[end]
  if (!last) return []
  const text = last.type === 'br' ? '' : last.raw.slice(last.raw.indexOf('\n') + 1)
  const others = all.slice(end + 1)
  const after = text === '' && last.type === 'text' && others[0]?.type === 'br' ? others.slice(1) : others
  const tokens = text === '' ? after : [{ type: 'text', raw: text, text } satisfies Token, ...after]
  return tokens.length === 0 ? [] : [{ ...paragraph, tokens }]
}

/** `:::note Title`, `:::note[Title]`, `::: {.note}`, `:::note{title="Title"}` */
const OPENING = /^( {0,3}):{3,}[ \t]*(?:\{[ \t]*\.)?([A-Za-z][\w-]*)([^\n]*)\n/

type Directive = { raw: string; name: string; title: string; inside: string }

/** A callout, something to unfold, or a container of another name, of which the text is shown. */
export function readDirective(source: string, missing: Set<string>): Directive | undefined {
  const [opening, indent = '', name = '', rest = ''] = OPENING.exec(source) ?? []
  if (!opening) return undefined
  const length = directiveLength(source, missing)
  if (length === 0) return undefined
  const raw = source.slice(0, length)
  const lines = raw.slice(opening.length, raw.lastIndexOf('\n') + 1).split('\n')
  const inside = lines.map((line) => (line.startsWith(indent) ? line.slice(indent.length) : line)).join('\n')
  return { raw, name, title: titleIn(rest), inside }
}

function titleIn(rest: string): string {
  const text = rest.trim()
  const [, named] = /\btitle="([^"]*)"/.exec(text) ?? []
  if (named !== undefined) return named
  const [, bracketed] = /^\[([^\]]*)\]/.exec(text) ?? []
  return (
    bracketed ??
    text
      .replace(/^\{[^{}]*\}|^[^{}]*\}$/, '')
      .replace(/\{[^{}]*\}$/, '')
      .trim()
  )
}
