import type { MarkedExtension, Token } from 'marked'
import { readFootnote } from '#server/text/markdown/footnote-token.ts'
import { footnoteReference, inlineNote } from '#server/text/scan/footnotes.ts'

/** A footnote in the order of its first reference. */
type Footnote = { number: number; references: string[]; tokens: Token[] }

/**
 * Footnotes of one text: `[^label]` in it, and `[^label]: …` anywhere, or `^[…]` in it. References without a definition stay as they are typed;
 * footnotes without a reference are left out. `section` renders those that were referenced so far.
 */
export function createFootnotes() {
  const definitions = new Map<string, Token[]>()
  const used = new Map<string, Footnote>()

  function referenceTo(label: string, tokens: Token[]): string {
    const footnote = used.get(label) ?? { number: used.size + 1, references: [], tokens }
    used.set(label, footnote)
    const { number, references } = footnote
    const repeated = references.length === 0 ? '' : `-${references.length + 1}`
    references.push(`${number}${repeated}`)
    const names = `href="#fn-${number}" id="fnref-${number}${repeated}" aria-label="Footnote ${number}"`
    return `<sup><a ${names}>${number}</a></sup>`
  }

  const extension: MarkedExtension = {
    extensions: [
      {
        name: 'footnoteDefinition',
        level: 'block',
        start: (source) => firstParagraph(source).search(/\n {0,3}\[\^/) + 1 || undefined,
        tokenizer(source) {
          const found = readFootnote(source, this.lexer)
          if (!found) return undefined
          const label = keyOf(found.label)
          if (!definitions.has(label)) definitions.set(label, found.tokens)
          return { type: 'footnoteDefinition', raw: found.raw }
        },
        renderer: () => '',
      },
      {
        name: 'footnoteReference',
        level: 'inline',
        start: (source) => source.indexOf('[^'),
        tokenizer(source) {
          const found = footnoteReference(source)
          return found && definitions.has(keyOf(found.label))
            ? { type: 'footnoteReference', raw: found.raw, label: keyOf(found.label) }
            : undefined
        },
        renderer: ({ label }) => referenceTo(label, definitions.get(label) ?? []),
      },
      {
        name: 'inlineNote',
        level: 'inline',
        start: (source) => source.indexOf('^['),
        tokenizer(source, before) {
          // `[^[:space:]]` is a regular expression.
          const isNoted = !this.lexer.state.inLink && !before.at(-1)?.raw.endsWith('[')
          const found = isNoted ? inlineNote(source) : undefined
          return found && { type: 'inlineNote', raw: found.raw, tokens: this.lexer.inlineTokens(found.text) }
        },
        // No label has a blank.
        renderer: ({ raw, tokens = [] }) =>
          referenceTo(`${used.size + 1} `, [{ type: 'paragraph', raw, text: raw, tokens }]),
      },
    ],
  }

  /** A footnote can refer to others, which are then added while the loop runs, and to those before, which get another link. */
  function section(render: (tokens: Token[]) => string): string {
    const rendered: { footnote: Footnote; html: string }[] = []
    for (const footnote of used.values()) rendered.push({ footnote, html: render(footnote.tokens) })
    if (rendered.length === 0) return ''
    const items = rendered.map(
      ({ footnote: { number, references }, html }) => `<li id="fn-${number}">${withBackLinks(html, references)}</li>\n`,
    )
    return `<section aria-label="Footnotes">\n<ol>\n${items.join('')}</ol>\n</section>\n`
  }

  return { extension, section, definitions: () => [...definitions.values()] }
}

/** Further definitions cannot end this paragraph. Searching all of a long text for each of its paragraphs would take seconds. */
function firstParagraph(source: string): string {
  const end = source.indexOf('\n\n')
  return end === -1 ? source : source.slice(0, end)
}

/** Labels are compared without case, as those of links are. */
const keyOf = (label: string) => label.toLowerCase()

/** Adds the links to the places in the text to the end of the last paragraph. */
function withBackLinks(html: string, references: readonly string[]): string {
  const links = references.map((one) => `<a href="#fnref-${one}" aria-label="Back to reference ${one}">↩</a>`).join(' ')
  return html.endsWith('</p>\n') ? `${html.slice(0, -5)} ${links}</p>\n` : `${html}<p>${links}</p>\n`
}
