/** Marks what is shown as it is written because it is not known here. The sanitizer removes the mark, so only the check reads it. */
export const SOURCE_MARK = 'data-source'

/** Markup of another system as a block of code. */
export const sourceBlock = (source: string): string =>
  `<pre><code ${SOURCE_MARK}>${Bun.escapeHTML(source.trim())}</code></pre>\n`

/** The same inside a paragraph. */
export const sourceInline = (source: string): string => `<code ${SOURCE_MARK}>${Bun.escapeHTML(source)}</code>`
