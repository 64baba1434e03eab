import type { PostFormat } from '#contract/post-form.ts'
import { attributesIn, tagsIn } from './html-tags.ts'
import { importedImages } from './jsx-tag.ts'
import { nextTag, templateTag } from './template-tags.ts'

/** A link or an image in a body: its target, the description of an image, and its index. */
export type Reference = { kind: 'link' | 'picture'; to: string; alt: string | undefined; index: number }

/** A comment without an end hides the rest, as in browsers. */
const COMMENT = /<!--.*?(?:-->|(?!.))/gs
/** Code between fences; one that is not closed ends with the text. */
export const FENCED_CODE = /^ {0,3}(`{3,}|~{3,}).*?(?:^ {0,3}\1[`~]*[ \t]*$|(?!.))/gms
/** Fenced code as above, code in backticks on one line, comments: what begins first hides the others. A literal, so that its time is tested. */
const MARKDOWN_CODE =
  /^ {0,3}(`{3,}|~{3,}).*?(?:^ {0,3}\1[`~]*[ \t]*$|(?!.))|(?<!`)(`+)(?!`)[^\n]{1,1000}?(?<!`)\2(?!`)|<!--.*?(?:-->|(?!.))/gms

/** A body with spaces in place of code and comments, so that every index stays the same. */
export const withoutCode = (body: string, format: PostFormat, { keepsComments = false } = {}): string =>
  body.replace(format === 'md' ? MARKDOWN_CODE : COMMENT, (code) =>
    keepsComments && code.startsWith('<!--') ? code : code.replace(/[^\n]/g, ' '),
  )

/** The links and images of a body without code, in no particular order. */
export const referencesIn = (bare: string, format: PostFormat): Reference[] =>
  format === 'md'
    ? [...inMarkdown(bare), ...definitionsIn(bare), ...inHtml(bare), ...inTemplates(bare), ...importedIn(bare)]
    : [...inHtml(bare), ...inTemplates(bare)]

/** An escape, or a bracket; behind `](`, a target in `<…>` or with balanced parentheses, and a title. Linear for any text. */
const BRACKET =
  /\\.|!?\[|\](?:\(\s*(?!\s)(<[^<>\n]*>|[^\s()<>]*(?:\([^\s()<>]*\)[^\s()<>]*)*)(?:\s+(?:"[^"]*"|'[^']*'|\([^()]*\)))?\s*\))?/gs

/** `[text](target)` and `![text](target)`. */
function inMarkdown(bare: string): Reference[] {
  const found: Reference[] = []
  const open: { token: string; index: number }[] = []
  for (const { 0: token, 1: target, index } of bare.matchAll(BRACKET)) {
    if (token.endsWith('[') && !token.startsWith('\\')) open.push({ token, index })
    const start = token.startsWith(']') ? open.pop() : undefined
    if (!start || target === undefined) continue
    const alt = bare.slice(start.index + start.token.length, index).trim() || undefined
    const to = target.startsWith('<') ? target.slice(1, -1) : target
    found.push({ kind: start.token === '![' ? 'picture' : 'link', to, alt, index: start.index })
  }
  return found
}

/** A label that begins with `^` is that of a footnote. */
const DEFINITION = /^ {0,3}\[(?!\^)[^\]\r\n\u2028\u2029]+\]:[ \t]*<?([^\s<>]+)>?/gm
const PICTURE_NAME = /\.(?:jpe?g|png|webp|gif|svg|avif|heic)$/i

/** `[name]: target`, a line each. */
const definitionsIn = (bare: string): Reference[] =>
  [...bare.matchAll(DEFINITION)].map(({ 1: to = '', index }) => ({
    kind: PICTURE_NAME.test(to) ? 'picture' : 'link',
    to,
    alt: to,
    index,
  }))

/** Images, and shortcodes and components that are shown as one. */
const IMAGE_TAGS = new Set(['img', 'image', 'figure', 'picture', 'imgcap'])
/** Attributes from which scripts of other sites load images late, in place of a placeholder. */
export const LATE = ['data-src', 'data-lazy-src', 'data-original', 'data-lazy']
export const PLACEHOLDER = /^$|^data:|placeholder|spacer|blank|loading/i

const lateImage = (attribute: (name: string) => string | undefined) => LATE.map(attribute).find((one) => one)

/** `{{< figure src="a.png" >}}` */
function inTemplates(bare: string): Reference[] {
  const found: Reference[] = []
  for (let at = nextTag(bare); at !== -1; ) {
    const tag = templateTag(bare.slice(at, at + TAG_MAX_CHARACTERS))
    if (tag && !tag.isClosing && IMAGE_TAGS.has(tag.name)) {
      const { named, listed } = tag.values
      const to = named.get('src') ?? named.get('path') ?? named.get('url') ?? listed[0]
      const alt = named.get('alt') ?? named.get('caption') ?? named.get('title') ?? listed[1]
      if (to !== undefined) found.push({ kind: 'picture', to, alt, index: at })
    }
    at = nextTag(bare, at + (tag?.raw.length ?? 2))
  }
  return found
}
const TAG_MAX_CHARACTERS = 2_100

/** Images that MDX imports are described where they are shown. */
const importedIn = (bare: string): Reference[] =>
  importedImages(bare).map(([, to, index]) => ({ kind: 'picture', to, alt: '', index }))

function inHtml(bare: string): Reference[] {
  const found: Reference[] = []
  for (const { name, isClosing, rest, start } of tagsIn(bare)) {
    const isImage = IMAGE_TAGS.has(name)
    if (isClosing || (name !== 'a' && !isImage)) continue
    const attributes = attributesIn(rest)
    const given = attributes.get(isImage ? 'src' : 'href')
    const to = isImage && PLACEHOLDER.test(given ?? '') ? (lateImage((one) => attributes.get(one)) ?? given) : given
    if (to !== undefined && !(isImage && to.startsWith('{')))
      found.push({ kind: name === 'a' ? 'link' : 'picture', to, alt: attributes.get('alt'), index: start })
  }
  return found
}
