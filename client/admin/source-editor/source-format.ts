import type { PostFormat } from '#contract/post-form.ts'

/** `plain`: a file of another kind, without highlighting and completion. */
export type SourceFormat = PostFormat | 'plain'

/** The syntax of what commands and uploads insert. */
export type Syntax = {
  bold: Marks
  italic: Marks
  /** A link around a text. */
  link(text: string, url: string): string
  /** The offset of the URL in `link(text, …)`. */
  urlOffset(text: string): number
  image(alt: string, url: string, caption?: string): string
}
export type Marks = readonly [before: string, after: string]

const markdown: Syntax = {
  bold: ['**', '**'],
  // An underscore cannot mark part of a word.
  italic: ['*', '*'],
  link: (text, url) => `[${text}](${url})`,
  urlOffset: (text) => text.length + '[]('.length,
  // The title of an image that is alone in its paragraph is its caption.
  image: (alt, url, caption = '') =>
    `![${alt.replace(/[\\[\]]/g, '\\$&')}](${url}${caption && ` "${caption.replace(/[\\"]/g, '\\$&')}"`})`,
}

const html: Syntax = {
  bold: ['<strong>', '</strong>'],
  italic: ['<em>', '</em>'],
  link: (text, url) => `<a href="${url}">${text}</a>`,
  urlOffset: () => '<a href="'.length,
  image: (alt, url, caption = '') => {
    const image = `<img src="${url}" alt="${escapeAttribute(alt)}">`
    return caption ? `<figure>${image}<figcaption>${escapeAttribute(caption)}</figcaption></figure>` : image
  },
}

const escapeAttribute = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

/** `undefined` for a plain text. */
export const syntaxOf = (format: SourceFormat): Syntax | undefined => ({ md: markdown, html, plain: undefined })[format]
