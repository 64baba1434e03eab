import type { DiffPart, FieldDiff, TextDiff } from '#contract/history.ts'
import { shortDate } from '#server/content/post-fields.ts'
import { bodyOf } from '#server/content/post-file.ts'
import type { PostEntry } from '#server/content/snapshot.ts'
import { diffTexts, diffWords, hunksOf, replaced } from './diff.ts'
import type { GoodVersion, ReadVersion } from './restore.ts'

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
