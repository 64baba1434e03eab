import { diffArrays } from 'diff'
import type { DiffHunk, DiffPart, FieldDiff, TextDiff } from '#contract/history.ts'
import { shortDate } from '#server/content/post-fields.ts'
import { bodyOf, type PostEntry } from '#server/content/post-file.ts'
import type { GoodVersion, ReadVersion } from './versions.ts'

/** After this time the rest is shown as replaced; only texts that share almost nothing take so long. */
const TIMEOUT_MS = 300
/** Below this share of common characters, the texts are shown one after the other: a word diff would be unreadable. */
const MIN_COMMON_SHARE = 0.4
const CONTEXT_LINES = 2
/** The maximum of a whole diff. */
const SHOWN_MAX_CHARACTERS = 40_000

/** The changes of a text, by line and, in changed lines, by word. The parts contain both texts completely. */
export function diffTexts(before: string, after: string): DiffPart[] {
  const deadline = performance.now() + TIMEOUT_MS
  const changes = compare(linesOf(before), linesOf(after), deadline)
  return joined(
    changes.flatMap((one) => ('same' in one ? [same(one.same)] : diffWords(one.removed, one.added, deadline))),
  )
}

/** The changes of a short text by word. */
export function diffWords(before: string, after: string, deadline = performance.now() + TIMEOUT_MS): DiffPart[] {
  if (before === '' || after === '') return replaced(before, after)
  const changes = compare(wordsOf(before), wordsOf(after), deadline)
  const common = changes.reduce((sum, one) => sum + ('same' in one ? lettersIn(one.same) : 0), 0)
  if (common < MIN_COMMON_SHARE * Math.max(lettersIn(before), lettersIn(after))) return replaced(before, after)
  return joined(changes.flatMap((one) => ('same' in one ? [same(one.same)] : replaced(one.removed, one.added))))
}

export const replaced = (before: string, after: string): DiffPart[] =>
  [
    { kind: 'removed' as const, text: before },
    { kind: 'added' as const, text: after },
  ].filter(({ text }) => text !== '')

const same = (text: string): DiffPart => ({ kind: 'same', text })
const linesOf = (text: string) => text.split(/(?<=\n)/).filter((line) => line !== '')
const wordsOf = (text: string) => text.match(/(?:[\p{L}\p{N}]+|[^\p{L}\p{N}\s])[^\S\n]*|\s/gu) ?? []
const lettersIn = (text: string) => text.replace(/\s+/g, '').length

type Change = { same: string } | { removed: string; added: string }

function compare(before: string[], after: string[], deadline: number): Change[] {
  const found = diffArrays(before, after, { timeout: Math.max(0, deadline - performance.now()) })
  if (!found) return [{ removed: before.join(''), added: after.join('') }]
  const changes: Change[] = []
  for (const { value, added, removed } of found) {
    const text = value.join('')
    const last = changes.at(-1)
    if (!added && !removed) changes.push({ same: text })
    else if (last && 'added' in last) last[added ? 'added' : 'removed'] += text
    else changes.push(added ? { removed: '', added: text } : { removed: text, added: '' })
  }
  return changes
}

/** Joins adjacent parts of one kind. */
function joined(parts: readonly DiffPart[]): DiffPart[] {
  const all: DiffPart[] = []
  for (const part of parts) {
    const last = all.at(-1)
    if (last?.kind === part.kind) last.text += part.text
    else all.push({ ...part })
  }
  return all
}

/** The changes of a text with the lines around them, and the number of lines left out between them. */
export function hunksOf(parts: readonly DiffPart[]): TextDiff {
  if (parts.every(({ kind }) => kind === 'same')) return { hunks: [], cut: false }
  const hunks: DiffHunk[] = []
  let open: DiffHunk = { skipped: 0, parts: [] }
  for (const [at, part] of parts.entries()) {
    const split =
      part.kind === 'same' ? splitContext(part.text, parts[at - 1]?.text, at === parts.length - 1) : undefined
    open.parts.push(split ? same(split.head) : part)
    if (!split) continue
    hunks.push(open)
    open = { skipped: split.skipped, parts: [same(split.tail)] }
  }
  return truncated([...hunks, open].filter((hunk) => hunk.parts.some(({ kind }) => kind !== 'same')))
}

/** Both ends of unchanged text, where more than one line is between them. A line that changed in part is shown whole. */
function splitContext(text: string, before: string | undefined, isLast: boolean) {
  const lines = text.split(/(?<=\n)/)
  const head = before === undefined ? 0 : CONTEXT_LINES + (before.endsWith('\n') ? 0 : 1)
  const tail = isLast ? 0 : CONTEXT_LINES + (text.endsWith('\n') ? 0 : 1)
  const skipped = lines.length - head - tail
  if (skipped < 2) return
  return { head: lines.slice(0, head).join(''), skipped, tail: lines.slice(lines.length - tail).join('') }
}

function truncated(hunks: readonly DiffHunk[]): TextDiff {
  let room = SHOWN_MAX_CHARACTERS
  let cut = false
  const shown = hunks.flatMap(({ skipped, parts }) => {
    const visible: DiffPart[] = []
    for (const part of parts) {
      if (part.text.length > room) cut = true
      if (room > 0) visible.push({ ...part, text: part.text.slice(0, room) })
      room = Math.max(0, room - part.text.length)
    }
    return visible.length === 0 ? [] : [{ skipped, parts: visible.filter(({ text }) => text !== '') }]
  })
  return { hunks: shown, cut }
}

export type VersionDiff = { fields: FieldDiff[]; body: TextDiff; wholeFile: boolean }
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
    text('address', words, before?.id ?? after.id, after.id),
    text('format', replaced, before?.format ?? after.format, after.format),
    ...(['title', 'summary', 'imageAlt', 'author'] as const).map((key) =>
      text(key === 'imageAlt' ? 'image_alt' : key, words, before?.[key] ?? '', after[key] ?? ''),
    ),
    ...(['category', 'image'] as const).map((key) => text(key, replaced, before?.[key] ?? '', after[key] ?? '')),
    ...(['date', 'expires'] as const).map((key) => text(key, replaced, day(before?.[key]), day(after[key]))),
    text('draft', replaced, yesOrNo(before?.draft), yesOrNo(after.draft)),
    ...(['tags', 'aliases'] as const).map((key) => list(key, before?.[key] ?? [], after[key])),
    ...unknownDiffs(old?.unknown ?? {}, now.unknown),
  ].filter((field) => field !== undefined)
}

const words = diffWords
const day = (date: string | null | undefined) => (date ? shortDate(date) : '')
const yesOrNo = (draft = false) => (draft ? 'yes' : 'no')

type Compare = (before: string, after: string) => DiffPart[]
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
