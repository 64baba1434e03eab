import { placeholder, replacePlaceholders } from './placeholders.ts'
import { createElement, type HtmlElement, type HtmlNode, writeHtml } from './tree.ts'

/** What is collected while a text is cleaned. */
export type Cleaning = {
  /** Keeps nodes as a block of HTML. */
  raw(nodes: readonly HtmlNode[]): HtmlElement
  /** Keeps source inside of a text. */
  inline(source: string): string
  inlineOf(nodes: readonly HtmlNode[]): string
  change(text: string): void
  /** The source that a placeholder stands for. */
  stored(value: string): string
  /** A block of HTML with everything that placeholders in it stand for. */
  sourceOf(nodes: readonly HtmlNode[]): string
  changes(): string[]
}

export function createCleaning(): Cleaning {
  const sources: string[] = []
  const changes = new Set<string>()

  const store = (source: string): number => sources.push(source) - 1
  const stored = (value: string) => sources[Number(value.replace(/^a/, ''))] ?? ''

  /** Blank lines would end the block; what has a form in Markdown only becomes HTML. */
  function sourceOf(nodes: readonly HtmlNode[]): string {
    const html = writeHtml(nodes).replaceAll('\n', '&#10;')
    return replacePlaceholders(html.replace(/<p>(\ufdd0raw:\d{1,9}\ufdd1)<\/p>/g, '$1'), (kind, value) => {
      if (kind === 'raw' || kind === 'inline') return stored(value)
      return kind === 'footnote' ? `<sup>${value}</sup>` : ''
    })
  }

  return {
    raw: (nodes) => createElement('p', {}, [placeholder('raw', store(sourceOf(nodes)))]),
    inline: (source) => placeholder('inline', `a${store(source)}`),
    inlineOf: (nodes) => placeholder('inline', store(sourceOf(nodes))),
    change: (text) => changes.add(text),
    stored,
    sourceOf,
    changes: () => [...changes],
  }
}
