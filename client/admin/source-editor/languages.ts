import { defineLanguageFacet, HighlightStyle, Language, syntaxHighlighting } from '@codemirror/language'
import type { Extension } from '@codemirror/state'
import { tags } from '@lezer/highlight'
import { GFM, parser } from '@lezer/markdown'
import { htmlTags } from './html-tags.ts'
import type { SourceFormat } from './source-format.ts'

/** From the bare parser: the language package would bring those of HTML, CSS and JavaScript, 49 kB. */
const languages: Record<SourceFormat, () => Extension> = {
  md: () => [new Language(defineLanguageFacet(), parser.configure(GFM), [], 'markdown'), htmlTags],
  html: () => htmlTags,
  plain: () => [],
}

const styles = HighlightStyle.define([
  { tag: tags.heading, color: 'var(--primary-ink)', fontWeight: '700' },
  { tag: tags.strong, fontWeight: '700' },
  { tag: tags.emphasis, fontStyle: 'italic' },
  { tag: tags.strikethrough, textDecoration: 'line-through' },
  { tag: [tags.link, tags.url], color: 'var(--sun-ink)' },
  { tag: [tags.monospace, tags.string], color: 'var(--tue-ink)' },
  { tag: tags.quote, color: 'var(--text-2)', fontStyle: 'italic' },
  { tag: [tags.labelName, tags.atom], color: 'var(--secondary-ink)' },
  { tag: [tags.character, tags.escape], color: 'var(--thu-ink)' },
  { tag: [tags.processingInstruction, tags.contentSeparator], color: 'var(--text-3)' },
])

export const highlighted = (format: SourceFormat): Extension => [languages[format](), syntaxHighlighting(styles)]
