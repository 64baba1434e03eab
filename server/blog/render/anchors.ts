import { cutText } from '#contract/cut-text.ts'
import { decodeUri } from '#contract/paths.ts'
import { anchorId } from '#contract/stored-html.ts'
import { decodeEntities } from '#server/text/scan/entities.ts'
import { attributesIn, replaceTags, tagsIn } from '#server/text/scan/html-tags.ts'
import { headingWords } from '#server/text/scan/table-of-contents.ts'

const ID = / id="([^"]*)"/
const LINK = / href="#([^"]*)"/

/**
 * Gives each heading of sanitized HTML an id from its words, as GitHub does, unless its author chose one; numbers ids that are
 * used twice; and lets links inside the text follow.
 */
export function withAnchors(html: string): string {
  const ids = createIds(html)
  const anchored = replaceTags(html, ({ name, isClosing, rest, start, end }) => {
    const tag = html.slice(start, end)
    if (isClosing) return tag
    const own = ID.exec(tag)?.[1]
    if (own !== undefined) return tag.replace(ID, ` id="${ids.own(own)}"`)
    const words = /^h[2-6]$/.test(name) ? decodeEntities(headingWords(html, name, end)) : ''
    return words ? `<${name} id="${ids.unused(slugOf(words))}"${rest}>` : tag
  })
  return ids.isEmpty() ? anchored : withTargets(anchored)
}

export const withoutAnchors = (html: string): string =>
  replaceTags(html, ({ start, end }) => html.slice(start, end).replace(ID, ''))

/** Returns ids that are not used yet, with a number if need be. Those of authors are reserved for them. */
function createIds(html: string) {
  const reserved = new Set<string>()
  for (const { rest } of tagsIn(html)) {
    const own = rest.includes(' id=') ? attributesIn(rest).get('id') : undefined
    if (own !== undefined) reserved.add(own)
  }
  const used = new Set<string>()
  /** The last number in use per id: without it, the ten-thousandth equal heading would try all numbers. */
  const numbers = new Map<string, number>()
  function unused(id: string): string {
    let number = numbers.get(id) ?? 0
    let found = id
    while (used.has(found) || reserved.has(found)) found = `${id}-${++number}`
    numbers.set(id, number)
    used.add(found)
    return found
  }
  return {
    isEmpty: () => used.size === 0,
    own(id: string): string {
      if (used.has(id)) return unused(id)
      used.add(id)
      return id
    },
    unused,
  }
}

/** As on GitHub. */
const slugOf = (words: string): string =>
  anchorId(
    cutText(
      words
        .toLowerCase()
        .replace(/[^\p{L}\p{M}\p{N}_\- ]/gu, '')
        .replaceAll(' ', '-'),
      SLUG_MAX_CHARACTERS,
    ),
  ) ?? 'heading'
const SLUG_MAX_CHARACTERS = 100

/** Other systems make other ids of the same words: without accents, punctuation or numbers in front. */
const foldId = (id: string): string =>
  id
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

/** Points links to ids that are spelled differently, or that have the prefix of `anchorId`, at these. */
function withTargets(html: string): string {
  if (!html.includes('href="#')) return html
  const ids = new Map<string, string>()
  const byFoldedId = new Map<string, string>()
  for (const { rest } of tagsIn(html)) {
    const id = ID.exec(rest)?.[1]
    if (id === undefined) continue
    ids.set(id, id)
    if (!byFoldedId.has(foldId(id))) byFoldedId.set(foldId(id), id)
  }
  const targetOf = (to: string) => ids.get(to) ?? ids.get(`at-${to}`) ?? byFoldedId.get(foldId(to))
  return replaceTags(html, ({ start, end }) =>
    html.slice(start, end).replace(LINK, (link, to: string) => {
      const target = targetOf(decodeUri(decodeEntities(to)))
      return target === undefined ? link : ` href="#${target}"`
    }),
  )
}
