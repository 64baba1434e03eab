import { decodeXMLStrict } from 'entities'
import type { Shortcode } from './shortcodes.ts'

/** Names of code in general; the language is an attribute. */
const CODE = new Set(['code', 'sourcecode', 'source', 'highlight', 'cc', 'codesyntax', 'crayon', 'sourcecode_block'])
/** The names of languages in SyntaxHighlighter, which are shortcodes, too. */
const LANGUAGES = new Set(
  (
    'actionscript3 as3 arduino bash shell clojure clj coldfusion cf cpp c c-sharp csharp css delphi pas pascal diff patch erlang erl ' +
    'fsharp go golang groovy haskell html java javafx jfx js jscript javascript json kotlin latex_code tex matlab matlabkey objc obj-c ' +
    'perl pl php plain text powershell ps py python r splus rails rb ror ruby rust scala sql swift ts typescript vb vbnet xhtml xml ' +
    'xslt yaml yml'
  ).split(' '),
)
/** CodeColorer: `cc`, modes such as `i` for inline and `e` for escaped code, and a language: `cci_php`. */
const CODE_COLORER = /^cc([a-z]{0,5})(?:_([a-z0-9+#-]{1,20}))?$/

/** The HTML of a shortcode that shows code; `undefined` for any other one. */
export function codeShortcode({ name, attributes, content }: Shortcode): string | undefined {
  const [colorer, modes = '', colored = ''] = CODE_COLORER.exec(name) ?? []
  if (content === undefined || (!CODE.has(name) && !LANGUAGES.has(name) && colorer === undefined)) return undefined
  const named = attributes.get('language') ?? attributes.get('lang') ?? attributes.get('brush')
  const language = named ?? (LANGUAGES.has(name) ? name : colored)
  const code = withoutMarkup(content)
  const isInline = colorer !== undefined && (modes.includes('i') || attributes.get('inline') === 'true')
  if (isInline) return `<code>${Bun.escapeHTML(code.trim())}</code>`
  return `\n\n<pre data-language="${Bun.escapeHTML(language)}">${Bun.escapeHTML(code)}</pre>\n\n`
}

/** Only these tags: the visual editor wrote them, and the code has entities. */
const OF_EDITOR = /^(?:[^<]|<\/?(?:p|br|span)\b[^<>]{0,200}>)*$/i

/** Code is HTML if the visual editor wrote it, and else text. Its indentation stays. */
function withoutMarkup(content: string): string {
  const isHtml = /<(?:p|br)\b/i.test(content) && OF_EDITOR.test(content)
  const text = isHtml
    ? content
        .replace(/<br\s*\/?>\n?/gi, '\n')
        .replace(/<\/p>\s*<p\b[^<>]{0,200}>/gi, '\n\n')
        .replace(/<\/?(?:p|span)\b[^<>]{0,200}>/gi, '')
    : content
  return decodeXMLStrict(text)
    .replaceAll('\u00a0', ' ')
    .replace(/^(?:[ \t]*\r?\n)+/, '')
    .trimEnd()
}
