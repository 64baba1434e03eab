import { diffArrays } from 'diff'
import { cutText } from '#contract/cut-text.ts'
import type { DiffHunk, DiffPart, FieldDiff, RenderedDiff, TextDiff } from '#contract/history.ts'
import { extraFields } from '#contract/post-extras.ts'
import { shortDate } from '#server/content/dialects/post-fields.ts'
import { bodyOf, type PostEntry, UNDATED } from '#server/content/files/post-file.ts'
import { readableText } from '#server/text/scan/readable-text.ts'
import { toPlainText } from '#server/text/scan/to-plain-text.ts'
import type { GoodVersion, ReadVersion } from './versions.ts'

/** After this time the rest is shown as replaced; only texts that share almost nothing take so long. */
const TIMEOUT_MS = 300
/** Below this share of common characters, the texts are shown one after the other: a word diff would be unreadable. */
const MIN_COMMON_SHARE = 0.4
const CONTEXT_LINES = 2
/** The maximum of a whole diff. */
const SHOWN_MAX_CHARACTERS = 40_000

/** How a stretch that was removed is compared with the one that was added in its place. */
type Compare = (removed: string, added: string, deadline?: number) => DiffPart[]

/** The changes of a text, by line and, in changed lines, by word. The parts contain both texts completely. */
export function diffTexts(before: string, after: string): DiffPart[] {
  const parts: DiffPart[] = []
  for (const { kind, text } of compared(linesOf(before), linesOf(after), diffWords)) {
    const last = parts.at(-1)
    if (last?.kind === kind) last.text += text
    else parts.push({ kind, text })
  }
  return parts
}

/** The changes of a short text by word. */
const diffWords: Compare = (before, after, deadline) => {
  const parts = compared(wordsOf(before), wordsOf(after), replaced, deadline)
  const common = parts.reduce((sum, { kind, text }) => sum + (kind === 'same' ? lettersIn(text) : 0), 0)
  const isReadable = common >= MIN_COMMON_SHARE * Math.max(lettersIn(before), lettersIn(after))
  return isReadable ? parts : replaced(before, after)
}

const replaced: Compare = (before, after) =>
  [
    { kind: 'removed' as const, text: before },
    { kind: 'added' as const, text: after },
  ].filter(({ text }) => text !== '')

const linesOf = (text: string) => text.split(/(?<=\n)/)
const wordsOf = (text: string) => text.match(/(?:[\p{L}\p{N}]+|[^\p{L}\p{N}\s])[^\S\n]*|\s/gu) ?? []
const lettersIn = (text: string) => text.replace(/\s+/g, '').length

function compared(before: string[], after: string[], compare: Compare, deadline = performance.now() + TIMEOUT_MS) {
  const found = diffArrays(before, after, { timeout: Math.max(0, deadline - performance.now()) })
  if (!found) return replaced(before.join(''), after.join(''))
  // What was added stands behind what was removed in its place.
  return found.flatMap(({ value, added, removed }, at): DiffPart[] => {
    const text = value.join('')
    const next = found[at + 1]
    if (removed) return compare(text, next?.added ? next.value.join('') : '', deadline)
    if (added) return found[at - 1]?.removed ? [] : compare('', text, deadline)
    return [{ kind: 'same', text }]
  })
}

/** The changes of a text with the lines around them, and the number of lines left out between them. */
export function hunksOf(parts: readonly DiffPart[]): TextDiff {
  let open: DiffHunk = { skipped: 0, parts: [] }
  const hunks = [open]
  for (const [at, part] of parts.entries()) {
    const lines = linesOf(part.text)
    // A line that changed in part is shown whole.
    const before = parts[at - 1]?.text
    const head = before === undefined ? 0 : CONTEXT_LINES + (before.endsWith('\n') ? 0 : 1)
    const tail = at === parts.length - 1 ? 0 : CONTEXT_LINES + (part.text.endsWith('\n') ? 0 : 1)
    const skipped = lines.length - head - tail
    if (part.kind !== 'same' || skipped < 2) open.parts.push(part)
    else {
      open.parts.push({ kind: 'same', text: lines.slice(0, head).join('') })
      open = { skipped, parts: [{ kind: 'same', text: lines.slice(lines.length - tail).join('') }] }
      hunks.push(open)
    }
  }
  return truncated(hunks.filter((hunk) => hunk.parts.some(({ kind }) => kind !== 'same')))
}

function truncated(hunks: readonly DiffHunk[]): TextDiff {
  let room = SHOWN_MAX_CHARACTERS
  const shown = hunks.map(({ skipped, parts }) => ({
    skipped,
    parts: parts.flatMap(({ kind, text }) => {
      const visible = cutText(text, room)
      room -= text.length
      return visible === '' ? [] : [{ kind, text: visible }]
    }),
  }))
  return { hunks: shown.filter(({ parts }) => parts.length > 0), cut: room < 0 }
}

type Rendered = { summary: string; content: string }

/** The changes of what visitors read, from the HTML of both; `before` is `undefined` for the first version. */
export function diffRendered(before: Rendered | undefined, after: Rendered): RenderedDiff {
  const [old, now] = [before?.summary ?? '', after.summary].map((html) => toPlainText('html', html))
  const text = diffTexts(readableText(before?.content ?? ''), readableText(after.content))
  return { summary: old === now ? [] : diffWords(old ?? '', now ?? ''), content: hunksOf(text) }
}

type VersionDiff = { fields: FieldDiff[]; body: TextDiff; wholeFile: boolean }
type Side = { entry: PostEntry; unknown: Record<string, unknown>; body: string }

/** The changes from one version of a post to the next; `before` is `undefined` for the first. */
export function diffVersions(before: ReadVersion | undefined, after: ReadVersion): VersionDiff {
  const old = before && sideOf(before)
  const now = sideOf(after)
  if (!now || (before && !old)) {
    return { fields: [], body: hunksOf(diffTexts(before?.text ?? '', after.text)), wholeFile: true }
  }
  return { fields: fieldDiffs(old, now), body: hunksOf(diffTexts(old?.body ?? '', now.body)), wholeFile: false }
}

const sideOf = (version: ReadVersion): Side | undefined =>
  version.problem === undefined
    ? { entry: version.entry, unknown: unknownKeys(version), body: bodyOf(version.text) }
    : undefined

/** Keys without a meaning here are preserved, so they can change, too. */
function unknownKeys({ read: { data, keys } }: GoodVersion): Record<string, unknown> {
  const known = new Set([...keys.values()].flat())
  return Object.fromEntries(Object.entries(data).filter(([key]) => !known.has(key)))
}

/** Without `updated`, which every save changes. */
function fieldDiffs(old: Side | undefined, now: Side): FieldDiff[] {
  const [before, after] = [old?.entry, now.entry]
  return [
    text('address', diffWords, before?.id ?? after.id, after.id),
    text('format', replaced, before?.format ?? after.format, after.format),
    ...(['title', 'summary', 'imageAlt', 'author', 'lang', ...extraFields] as const).map((key) =>
      text(key === 'imageAlt' ? 'image_alt' : key, diffWords, before?.[key] ?? '', after[key] ?? ''),
    ),
    ...(['category', 'image'] as const).map((key) => text(key, replaced, before?.[key] ?? '', after[key] ?? '')),
    ...(['date', 'expires'] as const).map((key) => text(key, replaced, day(before?.[key]), day(after[key]))),
    text('draft', replaced, before || !after.draft ? yesOrNo(before?.draft) : '', yesOrNo(after.draft)),
    ...(['tags', 'aliases'] as const).map((key) => list(key, before?.[key] ?? [], after[key])),
    ...unknownDiffs(old?.unknown ?? {}, now.unknown),
  ].filter((field) => field !== undefined)
}

const day = (date: string | null | undefined) => (date && date !== UNDATED ? shortDate(date) : '')
const yesOrNo = (draft = false) => (draft ? 'yes' : 'no')

const text = (field: string, compare: Compare, before: string, after: string): FieldDiff | undefined =>
  before === after ? undefined : { field, kind: 'text', parts: compare(before, after) }

function list(field: string, before: readonly string[], after: readonly string[]): FieldDiff | undefined {
  const added = after.filter((one) => !before.includes(one))
  const removed = before.filter((one) => !after.includes(one))
  return added.length + removed.length === 0 ? undefined : { field, kind: 'list', added, removed }
}

const unknownDiffs = (before: Record<string, unknown>, after: Record<string, unknown>) =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].map((key) =>
    text(key, replaced, written(before[key]), written(after[key])),
  )

const written = (value: unknown) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))
