import { cutText } from '#contract/cut-text.ts'
import type { PostFormat } from '#contract/post-form.ts'
import { decodeEntities } from './entities.ts'
import { replaceNotes } from './footnotes.ts'
import { HIDDEN_TEXT } from './hidden-text.ts'
import { replaceTags } from './html-tags.ts'
import { withoutCode } from './references.ts'

/** Comments, and elements that the sanitizer removes with their content; an unclosed one ends with the text. */
const HIDDEN = /<!--.*?(?:-->|$)|<(script|style|template|title|svg|math|iframe)\b.*?(?:<\/\1\s*>|$)/gis
/** Ends a heading while the text is made: a noncharacter, which no file has. */
const HEADING_END = '\ufdd0'
/** Tags within a word or a sentence; any other tag ends a line and becomes a space. */
const INLINE = new Set('a abbr b code em i mark s small span strong sub sup u'.split(' '))

/** Markdown syntax. A heading ends with a mark. An image keeps its description, a link its text, a footnote its words. */
const MARKDOWN: readonly (readonly [RegExp, string])[] = [
  [/^ {0,3}#{1,6}[ \t][^\n]*$/gm, `$&${HEADING_END}`],
  [/^( {0,3}[^\s>|#*+-][^\n|]*)\n {0,3}(?:=+|-{2,})[ \t]*$/gm, `$1${HEADING_END}`],
  [/^ {0,3}\[\^[^[\]\s]{1,100}\]:/gm, ''],
  [/(?<!\\)\[\^[^[\]\s]{1,100}\]/g, ''],
  [/^[ \t]*>[> \t]*\[!(?:note|tip|important|warning|caution|info|hint|danger)\][+-]?[ \t]*/gim, ''],
  [/^([> \t]*(?:[-*+]|\d{1,4}[.)])[ \t]+)\[[ x]\][ \t]/gim, '$1'],
  [/!?\[([^[\]\n]{0,300})\](?:\([^()\s]{0,1000}(?:\s+"[^"\n]{0,300}")?\)|\[[^[\]\n]{0,100}\])/g, '$1'],
  [/^\s{0,3}\[[^[\]\n]{1,100}\]:\s.*$/gm, ''],
  [/^[ \t]{0,3}(?:#{1,6}[ \t]|>[ \t]?|[-*+][ \t]|\d{1,4}[.)][ \t])+/gm, ''],
  [/^[ \t|:=-]+$/gm, ''],
  [/[*`~|]+|(?<![\p{L}\p{N}])_+|_+(?![\p{L}\p{N}])/gu, ''],
  [/\\(?=[!-/:-@[-`{-~])/g, ''],
]

/**
 * Returns the words of a post's source on one line, about as a reader sees them, without the cost of rendering. The result
 * is text, not HTML: escape it. The search index stores its words: raise `VERSION` in `storage/cache-db.ts` when it changes.
 */
export function toPlainText(format: PostFormat, source: string): string {
  const seen = replaceTags(withoutTemplates(format, source).replace(HIDDEN, ' '), ({ name, isClosing }) =>
    INLINE.has(name) ? '' : isClosing && HEADING.test(name) ? HEADING_END : ' ',
  )
  const bare =
    format === 'md'
      ? MARKDOWN.reduce(
          (text, [mark, words]) => text.replace(mark, words),
          replaceNotes(seen, (words) => ` ${words}`),
        )
      : seen
  return endHeadings(decodeEntities(bare)).replace(/\s+/g, ' ').trim()
}

const HEADING = /^h[1-6]$/
const ENDS_WITH_WORD = /[\p{L}\p{N})”"’%]$/u

/** A heading becomes a sentence, so that it does not run into the text below it. */
const endHeadings = (text: string): string =>
  text
    .split(HEADING_END)
    .map((part) => part.trim())
    .filter(Boolean)
    .map((part, index, parts) => (index < parts.length - 1 && ENDS_WITH_WORD.test(part) ? `${part}.` : part))
    .join(' ')

/** What Liquid stores, and comments of MDX. */
const UNSHOWN =
  /\{%-?\s*capture\b[^{}]{0,200}%\}(?:(?!\{%-?\s*capture\b).)*?\{%-?\s*endcapture\s*-?%\}|\{\/\*(?:(?!\{\/\*).)*?\*\/\}/gs
/** Shortcodes of Hugo and tags of Liquid. */
const TEMPLATE = /\{\{[<%][^{}]{0,2000}[>%]\}\}|\{%[^{}]{0,2000}%\}/g

/** Without tags and comments of other systems, except in code, where they are meant to be read. */
function withoutTemplates(format: PostFormat, source: string): string {
  if (!/\{[{%#/]/.test(source)) return source
  return [HIDDEN_TEXT, UNSHOWN, TEMPLATE].reduce((text, pattern) => withoutMatches(format, text, pattern), source)
}

function withoutMatches(format: PostFormat, source: string, pattern: RegExp): string {
  let text = ''
  let copied = 0
  for (const { 0: found, index } of withoutCode(source, format).matchAll(pattern)) {
    text += `${source.slice(copied, index)} `
    copied = index + found.length
  }
  return text + source.slice(copied)
}

const TRAILING = /(?<![\s,;:.–—、。，；：-])[\s,;:.–—、。，；：-]+$/
/** A letter or punctuation of a script without spaces, in which any letter may end a word. */
const ENDS_UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u30fc\uff70\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\u3000-\u303f\uff00-\uff60]\p{M}*$/u

/** Returns the first words of a text, without punctuation at the end. */
export function cutBetweenWords(text: string, characters: number): string {
  const cut = cutText(text, characters)
  const space = ENDS_UNSPACED.test(cut) ? -1 : cut.lastIndexOf(' ')
  return (space > 0 ? cut.slice(0, space) : cut).replace(TRAILING, '')
}
