import { Marked, type MarkedExtension, type Token, type Tokens } from 'marked'
import { type CalloutKind, calloutKinds } from '#contract/document.ts'
import { createFootnotes } from './footnotes.ts'

/** Returns what to put before a top-level block, by its line from 1. */
export type MarkLine = (line: number) => string

/** Renders GitHub's Markdown with footnotes, callouts (`> [!NOTE]`) and captions. The HTML is not sanitized. */
export function markdownToHtml(source: string, mark?: MarkLine): string {
  const footnotes = createFootnotes()
  const markdown = new Marked({ async: false, gfm: true }, blocks, footnotes.extension)
  const tokens = markdown.lexer(source)
  const render = (some: Token[]) => markdown.parser(some)
  return render(mark ? withMarks(tokens, mark) : tokens) + footnotes.section(render)
}

/** A token that shows nothing may be followed by one that continues the line, so that the block after it gets no mark. */
const isShown = ({ type }: Token) => type !== 'space' && type !== 'def' && type !== 'footnoteDefinition'

function withMarks(tokens: readonly Token[], mark: MarkLine): Token[] {
  let line = 1
  return tokens.flatMap((token): Token[] => {
    const text = mark(line)
    line += token.raw.split('\n').length - 1
    return isShown(token) ? [{ type: 'html', block: true, pre: false, raw: text, text }, token] : [token]
  })
}

const blocks: MarkedExtension = {
  renderer: {
    blockquote({ tokens }) {
      const [first, ...rest] = tokens
      const kind = first?.type === 'paragraph' ? calloutOf(first.raw) : undefined
      if (!kind || first?.type !== 'paragraph') return false
      const name = `<p><strong>${kind[0]?.toUpperCase()}${kind.slice(1)}</strong></p>\n`
      const inside = this.parser.parse([...afterFirstLine(first as Tokens.Paragraph), ...rest])
      return `<div data-callout="${kind}" role="note">\n${name}${inside}</div>\n`
    },
    /** An image alone in its paragraph whose title is its caption. */
    paragraph({ tokens }) {
      const [image, ...others] = tokens
      if (image?.type !== 'image' || others.length > 0 || !image.title) return false
      const shown = this.parser.parseInline([{ ...image, title: null }])
      return `<figure>${shown}<figcaption>${Bun.escapeHTML(image.title)}</figcaption></figure>\n`
    },
  },
}

const CALLOUT = /^\[!(\w+)\][ \t]*(?:\n|$)/

function calloutOf(paragraph: string): CalloutKind | undefined {
  const [, name = ''] = CALLOUT.exec(paragraph) ?? []
  return calloutKinds.find((kind) => kind === name.toLowerCase())
}

/** The paragraph without its first line, which the lexer reads as a text, and a hard break behind it. */
function afterFirstLine({ tokens: [name, ...others], ...paragraph }: Tokens.Paragraph): Token[] {
  const [, text = ''] = /^[^\n]*\n?([\s\S]*)$/.exec(name?.raw ?? '') ?? []
  const after = text === '' && others[0]?.type === 'br' ? others.slice(1) : others
  const tokens = text === '' ? after : [{ type: 'text', raw: text, text } satisfies Token, ...after]
  return tokens.length === 0 ? [] : [{ ...paragraph, tokens }]
}
