import { cutText } from '#contract/cut-text.ts'
import type { BlockJson } from '#contract/document.ts'

/**
 * Attributes and texts of a document as each format can say them. The visual editor normalizes what is pasted, the server what
 * it reads and before it writes, so that the three agree.
 */

/** Containers in each other, of which a list with its items is one. The readers show deeper ones as source. */
export const NESTING_MAX = 20
/** The longest label of a footnote that is read. */
const LABEL_MAX = 100
/** Longer ones are no title, and no description or language either. */
const ATTRIBUTE_MAX = 5_000

/** Characters that no text has: controls except tab and line break, and halves of a pair. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is left out.
const CONTROLS = /[\0-\x08\x0e-\x1f\x7f]/g
const LINE_ENDS = /\r\n?|[\u2028\u2029]/g

/** A text without control characters, whose line ends are `\n`. */
const withoutControls = (text: string): string =>
  text
    .toWellFormed()
    .replace(LINE_ENDS, '\n')
    .replace(/[\v\f]/g, ' ')
    .replace(CONTROLS, '')

/** In one line, without blanks at its ends. */
function inLine(text: string): string {
  const line = withoutControls(text).replace(/[\n\t ]+/g, (blanks) =>
    blanks.includes('\n') ? ' ' : blanks.replaceAll('\t', ' '),
  )
  return cutText(line.trim(), ATTRIBUTE_MAX).toWellFormed()
}

/** An empty title is none. */
export const normalizeTitle = (title: string | null): string | null => inLine(title ?? '') || null

export const normalizeAlt = (alt: string): string => inLine(alt)

/** As browsers read it: without line breaks and tabs, and without blanks at its ends. */
export const normalizeUrl = (url: string): string =>
  withoutControls(url)
    .replace(/[\n\t]/g, '')
    .trim()

/** The label of a footnote has no blanks and does not end before its end. */
export function normalizeLabel(label: string): string {
  const one = withoutControls(label)
    .trim()
    .replace(/[\s\]]+/g, '-')
  return cutText(one, LABEL_MAX).toWellFormed() || 'note'
}

export const normalizeLanguage = (language: string): string => inLine(language)

const NORMALIZERS: Readonly<Record<string, (value: string) => unknown>> = {
  href: normalizeUrl,
  src: normalizeUrl,
  alt: normalizeAlt,
  title: normalizeTitle,
  label: normalizeLabel,
  language: normalizeLanguage,
  // Source.
  text: withoutControls,
}

type Attributes = Record<string, unknown>

/** The same object if there is nothing to change. */
function normalizeAttributes<T extends { attrs?: Attributes }>(of: T): T {
  const changed = Object.entries(of.attrs ?? {}).flatMap(([name, value]) => {
    const normalize = Object.hasOwn(NORMALIZERS, name) ? NORMALIZERS[name] : undefined
    if (!normalize || typeof value !== 'string') return []
    const normalized = normalize(value)
    return normalized === value ? [] : [[name, normalized] as const]
  })
  return changed.length > 0 ? { ...of, attrs: { ...of.attrs, ...Object.fromEntries(changed) } } : of
}

/** The same block if there is nothing to change. Containers deeper than `NESTING_MAX` are replaced by what is in them. */
export function normalizeBlock(block: BlockJson): BlockJson {
  return normalizeNode(block, 0)
}

/** Nodes of any kind, as they are in the clipboard. */
export const normalizeNodes = (nodes: readonly BlockJson[], depth = 0): BlockJson[] =>
  nodes.flatMap((node) => {
    if (isContainer(node) && depth >= NESTING_MAX) return leavesOf(node).map((leaf) => normalizeNode(leaf, depth))
    const normalized = normalizeNode(node, depth)
    // A text of control characters alone.
    return normalized.text === '' && node.text !== '' ? [] : [normalized]
  })

function normalizeNode(node: BlockJson, depth: number): BlockJson {
  const own = normalizeMarks(normalizeAttributes(node))
  const text = typeof own.text === 'string' ? withoutControls(own.text) : own.text
  const content = normalizeContent(own, isContainer(own) ? depth + 1 : depth)
  if (text === own.text && content === own.content) return own
  return { ...own, ...(text !== undefined && { text }), ...(content && { content }) }
}

function normalizeContent({ content }: BlockJson, depth: number): BlockJson[] | undefined {
  if (!Array.isArray(content)) return content
  const normalized = normalizeNodes(content, depth)
  const isSame = normalized.length === content.length && normalized.every((child, index) => child === content[index])
  return isSame ? content : normalized
}

function normalizeMarks(node: BlockJson): BlockJson {
  const { marks } = node
  if (!Array.isArray(marks)) return node
  const normalized = marks.map((mark) => normalizeAttributes(mark))
  return normalized.every((mark, index) => mark === marks[index]) ? node : { ...node, marks: normalized }
}

const CONTAINERS = ['blockquote', 'callout', 'bullet_list', 'ordered_list', 'footnote_definition']
const isContainer = ({ type }: BlockJson): boolean => CONTAINERS.includes(type)

/** The blocks in a container that are none themselves. */
const leavesOf = (block: BlockJson): BlockJson[] =>
  isContainer(block) || block.type === 'list_item' ? (block.content ?? []).flatMap(leavesOf) : [block]

/** How many containers are in each other. */
export function nestingOf(block: BlockJson): number {
  const inner = Math.max(0, ...(block.content ?? []).map(nestingOf))
  return isContainer(block) ? inner + 1 : inner
}
