import { Marked, type MarkedExtension, type Token } from 'marked'
import type { RenderOptions } from '#server/text/scan/render-options.ts'
import { applyAttributes, kramdownAttributes, type WithAttributes } from './attributes.ts'
import { callouts } from './callouts.ts'
import { codeBlocks, createHighlighter } from './code.ts'
import { mdx as components } from './components.ts'
import { definitionLists } from './definition-lists.ts'
import { createFootnotes } from './footnotes.ts'
import { math as formulas } from './math.ts'
import { withUrls } from './template-text.ts'
import { templates, withHtmlTemplates } from './templates.ts'

/** Returns what to put before a top-level block, by its line from 1. */
export type MarkLine = (line: number) => string

/** Renders GitHub's Markdown with what other systems add to it (see docs/editors.md). The HTML is not sanitized. */
export function markdownToHtml(
  source: string,
  { math = false, mdx = false }: RenderOptions = {},
  mark?: MarkLine,
): string {
  const footnotes = createFootnotes()
  const highlight = createHighlighter()
  const extensions = [
    ...[elements, callouts, kramdownAttributes, definitionLists, footnotes.extension],
    ...[codeBlocks(highlight), templates(highlight), formulas(math), ...(mdx ? [components()] : [])],
  ]
  const markdown = new Marked({ async: false, gfm: true }, ...extensions)
  const tokens = markdown.lexer(withUrls(source, 'md'))
  for (const list of [tokens, ...footnotes.definitions()]) applyAttributes(list)
  const render = (list: Token[]) => markdown.parser(list)
  return render(mark ? withMarks(tokens, mark) : tokens) + footnotes.section(render)
}

const HIDDEN = new Set(['mdxModule', 'space', 'def', 'footnoteDefinition', 'attributes'])

/** A token that shows nothing may be followed by one that continues the line, so that the block after it gets no mark. */
const isShown = ({ type }: Token) => !HIDDEN.has(type)

function withMarks(tokens: readonly Token[], mark: MarkLine): Token[] {
  let line = 1
  return tokens.flatMap((token): Token[] => {
    const text = mark(line)
    line += token.raw.split('\n').length - 1
    return isShown(token) ? [{ type: 'html', block: true, pre: false, raw: text, text }, token] : [token]
  })
}

const elements: MarkedExtension = {
  renderer: {
    heading(token) {
      const id = (token as WithAttributes).attributes?.id
      if (!id) return false
      return `<h${token.depth} id="${Bun.escapeHTML(id)}">${this.parser.parseInline(token.tokens)}</h${token.depth}>\n`
    },
    image({ href, title, text, ...token }) {
      const { attributes } = token as WithAttributes
      if (!attributes) return false
      const given = Object.entries<string>({ src: href, alt: text, ...(title && { title }), ...attributes })
      return `<img ${given.map(([name, value]) => `${name}="${Bun.escapeHTML(value)}"`).join(' ')}>`
    },
    /** A block of HTML is not read as Markdown, and has tags of templates all the same. */
    html({ text }) {
      return withHtmlTemplates(text)
    },
    /** An image alone in its paragraph whose title is its caption. A place for a table of contents is not shown: pages have their own. */
    paragraph({ tokens, text }) {
      if (CONTENTS.test(text) && !tokens.some(({ type }) => type === 'link')) return ''
      const [image, ...others] = tokens
      if (image?.type !== 'image' || others.some(isVisible) || !image.title) return false
      const shown = this.parser.parseInline([{ ...image, title: null }])
      return `<figure>${shown}<figcaption>${Bun.escapeHTML(image.title)}</figcaption></figure>\n`
    },
  },
}

/** `[TOC]`, `[[toc]]`, `[[_TOC_]]`. */
const CONTENTS = /^\s*(?:\[toc\]|\[\[_?toc_?\]\])\s*$/i

/** An attribute list and what is left of one are not. */
const isVisible = (token: Token) =>
  token.type !== 'inlineAttributes' && !(token.type === 'text' && token.text.trim() === '')
