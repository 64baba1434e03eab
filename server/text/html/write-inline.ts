import type { Mark, Node } from 'prosemirror-model'
import { hasMark, type Item } from '#server/text/blocks/inline-items.ts'
import { is, markIs } from '#server/text/blocks/schema.ts'
import { escapeHtml } from './escape.ts'
import { spellingKey } from './read-inline.ts'

/** The tags that the text had before, for marks and leaves with further attributes. */
export type Spellings = ReadonlyMap<string, string>

const ELEMENTS: Readonly<Record<string, string>> = { strong: 'strong', em: 'em', strike: 's', code: 'code', link: 'a' }

const ALONE = { before: '', after: '' }

/** Writes items as HTML. `around`: the source before and after them. */
export function writeInline(
  items: readonly Item[],
  open: readonly Mark[],
  spellings: Spellings,
  around: { before: string; after: string } = ALONE,
): string {
  const isCode = open.some((mark) => markIs(mark, 'code'))
  let result = ''
  let i = 0
  while (i < items.length) {
    const mark = markToOpen(items, i, open)
    const end = mark ? endOfMark(items, i, mark) : i + 1
    const { character = '', leaf } = items[i] ?? {}
    const before = (result || around.before).slice(-1)
    const after = end === items.length ? around.after : ''
    if (mark) result += marked(mark, writeInline(items.slice(i, end), [...open, mark], spellings), spellings)
    else if (leaf) result += writeLeaf(leaf, spellings)
    // White space would be read as one blank.
    else if (character === ' ' && result.endsWith(' ')) result += '&#32;'
    else if (!isCode && beginsTag(character, before, after)) result += `&#${character.charCodeAt(0)};`
    else result += escaped(character)
    i = end
  }
  return result
}

const escaped = (character: string) =>
  character === '\u00a0' ? '&nbsp;' : character === '"' ? character : escapeHtml(character)

/** Tags of templates and formulas are found in texts, but not in code. `after`: the source behind the last character. */
function beginsTag(character: string, before: string, after: string): boolean {
  if ('{%#'.includes(character) && before === '{') return true
  if (character === '{') return /^[{%#]/.test(after)
  if (character === '$') return before === '$' || after.startsWith('$')
  return '([])'.includes(character) && before === '\\'
}

/** The mark that stays open for longest. */
function markToOpen(items: readonly Item[], at: number, open: readonly Mark[]): Mark | undefined {
  const pending = (items[at]?.marks ?? []).filter((mark) => !mark.isInSet(open))
  return pending.toSorted((a, b) => endOfMark(items, at, b) - endOfMark(items, at, a))[0]
}

function endOfMark(items: readonly Item[], at: number, mark: Mark): number {
  let end = at
  while (hasMark(items[end], mark)) end++
  return end
}

function marked(mark: Mark, inner: string, spellings: Spellings): string {
  const spelled = spellings.get(spellingKey(mark))
  const name = /^<([a-z]+)/i.exec(spelled ?? '')?.[1] ?? ELEMENTS[mark.type.name]
  return `${spelled ?? `<${name}${linkAttributes(mark)}>`}${inner}</${name}>`
}

function linkAttributes({ attrs }: Mark): string {
  if (typeof attrs.href !== 'string') return ''
  return ` href="${escapeHtml(attrs.href)}"${attrs.title === null ? '' : ` title="${escapeHtml(attrs.title)}"`}`
}

function writeLeaf(leaf: Node, spellings: Spellings): string {
  const spelled = spellings.get(spellingKey(leaf))
  if (spelled) return spelled
  if (is(leaf, 'hard_break')) return '<br>'
  if (is(leaf, 'image')) return imageTag(leaf.attrs)
  return is(leaf, 'footnote_reference') ? footnoteReference(leaf.attrs.label) : String(leaf.attrs.text)
}

const footnoteReference = (label: string): string =>
  `<sup><a href="#fn-${label}" id="fnref-${label}" aria-label="Footnote ${label}">${label}</a></sup>`

export const imageTag = ({ src, alt, title }: Node['attrs']): string =>
  `<img src="${escapeHtml(src)}" alt="${escapeHtml(alt)}"${title === null ? '' : ` title="${escapeHtml(title)}"`}>`
