import type { PostFormat } from '#contract/posts.ts'

/** A link or a picture in a body: where it leads, what the picture is said to show, and where it stands. */
export type Reference = { kind: 'link' | 'picture'; to: string; alt: string | undefined; index: number }

/** Code and comments: nothing in them is a link. */
const FENCED = /^( {0,3})(`{3,}|~{3,})[^\n]*\n(?:[\s\S]*?\n)?? {0,3}\2[`~]*[ \t]*$/gm
const INLINE_CODE = /(`+)(?!`)[^\n]*?[^`\n]\1(?!`)/g
const COMMENT = /<!--[\s\S]*?-->/g

const TEXT = /\[((?:[^[\]\\]|\\.|\[[^[\]]*\])*)\]/.source
const TARGET = /\(\s*(?:<([^<>\n]*)>|([^\s()<>]*(?:\([^\s()]*\)[^\s()]*)*))(?:\s+(?:"[^"]*"|'[^']*'|\([^()]*\)))?\s*\)/
  .source
const MARKDOWN_LINK = new RegExp(`(?<!!)${TEXT}${TARGET}`, 'g')
const MARKDOWN_PICTURE = new RegExp(`!${TEXT}${TARGET}`, 'g')
const DEFINITION = /^ {0,3}\[[^\]\n]+\]:[ \t]*<?([^\s<>]+)>?/gm
const PICTURE_NAME = /\.(?:jpe?g|png|webp|gif|svg|avif|heic)$/i

const TAG = /<(a|img)\s((?:[^<>"']|"[^"]*"|'[^']*')*)>/gi
const ATTRIBUTE = /([a-z-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/gi

/** A body without what its format does not read, at the same places. */
export function withoutCode(body: string, format: PostFormat): string {
  const bare = format === 'md' ? body.replace(FENCED, blank).replace(INLINE_CODE, blank) : body
  return bare.replace(COMMENT, blank)
}

const blank = (code: string) => code.replace(/[^\n]/g, ' ')

/** The links and pictures of a body without code, in no order. */
export const referencesIn = (bare: string, format: PostFormat): Reference[] =>
  format === 'md' ? [...inMarkdown(bare), ...inHtml(bare)] : inHtml(bare)

function inMarkdown(bare: string): Reference[] {
  const pictures = [...bare.matchAll(MARKDOWN_PICTURE)].map((found) => asReference('picture', found))
  const links = [...bare.matchAll(MARKDOWN_LINK)].map((found) => asReference('link', found))
  const definitions = [...bare.matchAll(DEFINITION)].map(({ 1: to = '', index }): Reference => {
    const kind = PICTURE_NAME.test(to) ? 'picture' : 'link'
    return { kind, to, alt: to, index }
  })
  return [...pictures, ...links, ...definitions]
}

function asReference(kind: Reference['kind'], found: RegExpExecArray): Reference {
  const [, text = '', inBrackets, bare = ''] = found
  return { kind, to: inBrackets ?? bare, alt: text.trim() || undefined, index: found.index }
}

function inHtml(bare: string): Reference[] {
  return [...bare.matchAll(TAG)].flatMap(({ 1: tag = '', 2: rest = '', index }) => {
    const attributes = attributesIn(rest)
    const to = attributes.get(tag.toLowerCase() === 'a' ? 'href' : 'src')
    if (to === undefined) return []
    return [{ kind: tag.toLowerCase() === 'a' ? 'link' : 'picture', to, alt: attributes.get('alt'), index } as const]
  })
}

/** The attributes of a tag, by their names in lower case. */
export const attributesIn = (rest: string): Map<string, string> =>
  new Map(
    [...rest.matchAll(ATTRIBUTE)].map(([, name = '', double, single, plain]) => [
      name.toLowerCase(),
      (double ?? single ?? plain ?? '').replaceAll('&amp;', '&'),
    ]),
  )
