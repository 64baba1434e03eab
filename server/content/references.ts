import type { PostFormat } from '#contract/post-form.ts'
import { attributesIn, tagsIn } from '#server/lib/html-tags.ts'
import { withoutCodeAndComments, withoutComments } from './markdown-code.ts'
import { linksIn } from './markdown-links.ts'

/** A link or a picture in a body: where it leads, what the picture is said to show, and where it stands. */
export type Reference = { kind: 'link' | 'picture'; to: string; alt: string | undefined; index: number }

const DEFINITION = /^ {0,3}\[[^\]]+\]:[ \t]*<?([^\s<>]+)>?/
const PICTURE_NAME = /\.(?:jpe?g|png|webp|gif|svg|avif|heic)$/i

/** A body without what its format does not read, at the same places. */
export const withoutCode = (body: string, format: PostFormat): string =>
  format === 'md' ? withoutCodeAndComments(body) : withoutComments(body)

/** The links and pictures of a body without code, in no order. */
export const referencesIn = (bare: string, format: PostFormat): Reference[] =>
  format === 'md' ? [...inMarkdown(bare), ...definitionsIn(bare), ...inHtml(bare)] : inHtml(bare)

const inMarkdown = (bare: string): Reference[] =>
  linksIn(bare).map(({ isPicture, text, target, index }) => ({
    kind: isPicture ? 'picture' : 'link',
    to: target,
    alt: text || undefined,
    index,
  }))

/** `[name]: target`, a line each. */
function definitionsIn(bare: string): Reference[] {
  const found: Reference[] = []
  let index = 0
  for (const line of bare.split('\n')) {
    const [, to] = DEFINITION.exec(line) ?? []
    if (to !== undefined) found.push({ kind: PICTURE_NAME.test(to) ? 'picture' : 'link', to, alt: to, index })
    index += line.length + 1
  }
  return found
}

function inHtml(bare: string): Reference[] {
  const found: Reference[] = []
  for (const { name, isClosing, rest, start } of tagsIn(bare)) {
    if (isClosing || (name !== 'a' && name !== 'img')) continue
    const attributes = attributesIn(rest)
    const to = attributes.get(name === 'a' ? 'href' : 'src')
    if (to !== undefined)
      found.push({ kind: name === 'a' ? 'link' : 'picture', to, alt: attributes.get('alt'), index: start })
  }
  return found
}
