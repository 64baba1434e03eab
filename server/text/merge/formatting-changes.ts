import { cutText } from '#contract/cut-text.ts'
import { decodeUri } from '#contract/paths.ts'
import { decodeEntities } from '#server/text/scan/entities.ts'
import { attributesIn, type HtmlTag, tagsIn } from '#server/text/scan/html-tags.ts'
import { oneLine } from '#server/text/scan/lines.ts'
import { readableText } from '#server/text/scan/readable-text.ts'

const SHOWN_MAX = 12
const SHOWN_CHARACTERS = 60

type Kind = {
  /** After "is no longer". */
  noun: string
  /** What the text is, with a link's target, a heading's level and the like. */
  phrase: (value: string) => string
  isBlock?: boolean
}
const state = (noun: string, isBlock = false): Kind => ({ noun, phrase: () => `is ${noun}`, isBlock })

const bold = state('bold')
const italic = state('italic')
const struck = state('struck out')
const heading: Kind = { noun: 'a heading', phrase: (level) => `is a heading of level ${level}`, isBlock: true }
const list: Kind = { noun: 'a list', phrase: (marks) => `is a list with ${marks}`, isBlock: true }
const link: Kind = { noun: 'a link', phrase: (target) => `links to ${target}` }
const codeBlock = state('a code block', true)
const task: Kind = { noun: 'a task', phrase: (answer) => `is a task that is ${answer}`, isBlock: true }
const image: Kind = { noun: 'an image', phrase: (file) => `is the file ${file}` }

const KINDS: Readonly<Record<string, Kind>> = {
  b: bold,
  strong: bold,
  i: italic,
  em: italic,
  s: struck,
  del: struck,
  strike: struck,
  u: state('underlined'),
  mark: state('marked'),
  sup: state('raised'),
  sub: state('lowered'),
  h1: heading,
  h2: heading,
  h3: heading,
  h4: heading,
  h5: heading,
  h6: heading,
  ul: list,
  ol: list,
  a: link,
  blockquote: state('a quote', true),
  pre: codeBlock,
  code: state('code'),
}

/** One formatted text. `value` tells two of a kind apart. */
type Formatted = { kind: Kind; value: string; text: string }

/** Says in sentences how the formatting of sanitized HTML changed. Changed words are no change of formatting. */
export function formattingChanges(before: string, after: string): string[] {
  const sentences: string[] = []
  const same = pairOff(formattedIn(before), formattedIn(after), ({ kind, value, text }) => [kind.noun, value, text])
  const changed = pairOff(same.old, same.now, ({ kind, text }) => [kind.noun, text])
  for (const [old, now] of changed.pairs)
    sentences.push(`${quoted(now)} ${now.kind.phrase(`${now.value} instead of ${old.value}`)}.`)
  // A block that begins or ends with the same line has more or fewer lines now.
  const begun = pairOff(changed.old, changed.now, ({ kind, value, text }) => [kind.noun, value, lineAt(text, 0)])
  const ended = pairOff(begun.old, begun.now, ({ kind, value, text }) => [kind.noun, value, lineAt(text, -1)])
  const isThere = wordsOf(after)
  const [kept, gone] = [ended.old.filter(isThere), ended.old.filter((one) => !isThere(one))]
  // Of the same kind as one whose words are gone: these words were changed.
  const { now: added } = pairOff(gone, ended.now, ({ kind, value }) => [kind.noun, value])
  // Images are among the words.
  for (const one of kept) if (one.kind !== image) sentences.push(`${quoted(one)} is no longer ${one.kind.noun}.`)
  for (const one of added) if (one.kind !== image) sentences.push(`${quoted(one)} ${one.kind.phrase(one.value)}.`)
  const more = sentences.length - SHOWN_MAX
  return more > 1 ? [...sentences.slice(0, SHOWN_MAX), `And ${more} more changes of the formatting.`] : sentences
}

/** Pairs those with the same key, and returns the others. */
function pairOff(old: readonly Formatted[], now: readonly Formatted[], key: (one: Formatted) => readonly string[]) {
  const keyOf = (one: Formatted) => JSON.stringify(key(one))
  const waiting = Map.groupBy(old, keyOf)
  const pairs: (readonly [Formatted, Formatted])[] = []
  const rest = now.filter((one) => {
    const partner = waiting.get(keyOf(one))?.shift()
    if (partner) pairs.push([partner, one])
    return !partner
  })
  return { pairs, old: [...waiting.values()].flat(), now: rest }
}

/** Whether a formatted text is among the words of this HTML: a block by its lines, others anywhere. */
function wordsOf(html: string): (one: Formatted) => boolean {
  const words = readableText(html)
  const lines = new Set(linesOf(words))
  const all = oneLine(words)
  return ({ kind, text }) => (kind.isBlock ? linesOf(text).every((line) => lines.has(line)) : all.includes(text))
}

const lineAt = (text: string, at: number) => linesOf(text).at(at) ?? ''
const linesOf = (text: string) => text.split('\n').flatMap((line) => oneLine(line.replace(/^• /, '')) || [])

function quoted({ kind, text }: Formatted): string {
  const words = linesOf(text).join(' ')
  const short = words.length > SHOWN_CHARACTERS ? `${cutText(words, SHOWN_CHARACTERS).trimEnd()}…` : words
  return kind === image ? `The image “${short}”` : `“${short}”`
}

type Open = { name: string; kind: Kind; value: string; from: number }

function formattedIn(html: string): Formatted[] {
  const found: Formatted[] = []
  const open: Open[] = []
  for (const tag of tagsIn(html)) {
    const { name, isClosing, rest, start, end } = tag
    if (name === 'img') {
      const attributes = attributesIn(rest)
      found.push({
        kind: image,
        value: fileOf(attributes.get('src')),
        text: decodeEntities(attributes.get('alt') ?? ''),
      })
    } else if (!isClosing) {
      const kind = kindOf(tag, open)
      if (kind) open.push({ name: kind === task ? 'li' : name, kind, value: valueIn(tag), from: end })
    } else {
      const at = open.findLastIndex((one) => one.name === name)
      const [closed] = at === -1 ? [] : open.splice(at)
      if (closed)
        found.push({ kind: closed.kind, value: closed.value, text: textIn(html.slice(closed.from, start), closed) })
    }
  }
  return found.filter(({ kind, value, text }) => kind === image || (text !== '' && !value.startsWith('#fn')))
}

function kindOf({ name, rest }: HtmlTag, open: readonly Open[]): Kind | undefined {
  if (name === 'code' && open.some(({ kind }) => kind === codeBlock)) return undefined
  if (name === 'input') return attributesIn(rest).get('type') === 'checkbox' ? task : undefined
  return KINDS[name]
}

function valueIn({ name, rest }: HtmlTag): string {
  if (name === 'a') return attributesIn(rest).get('href') ?? 'nothing'
  if (name === 'ul' || name === 'ol') return name === 'ul' ? 'bullets' : 'numbers'
  if (name === 'input') return attributesIn(rest).has('checked') ? 'done' : 'open'
  return /^h[1-6]$/.test(name) ? name.slice(1) : ''
}

/** Without the references to footnotes, which are raised links. */
function textIn(html: string, { kind }: Open): string {
  const words = readableText(html)
  if (kind.noun === 'raised' && html.includes('href="#fn')) return ''
  return kind.isBlock ? words : oneLine(words)
}

const fileOf = (src = '') => decodeUri(src.slice(src.lastIndexOf('/') + 1))
