import { textOf } from '#client/admin/editor/tag-match.ts'
import { fieldLabel } from '#client/admin/field-labels.ts'
import { formatDateTime } from '#contract/dates.ts'
import type { Name } from '#contract/names.ts'
import type { ConflictValue, FieldConflict, MergeField, PostSource, StalePost } from '#contract/posts.ts'

/** What an overlap shall say: one of the two, or a third text. */
export type Choice = { take: 'mine' | 'theirs' | 'own' | undefined; own: string }
/** The names behind ids, for people. */
export type Names = { categories: readonly Name[]; tags: readonly Name[] }
/** An overlap as the screen asks for it; its key is the same when the same two changes meet again. */
export type Question = FieldConflict & {
  key: string
  label: string
  /** Which stretch of the content it is, counted from 0. */
  stretch: number | undefined
}

/** How a third version is written; `undefined` where there is none to write. */
export const ownKind = (field: MergeField): 'line' | 'lines' | 'category' | undefined => ownKinds[field]

const ownKinds: { [Field in MergeField]?: 'line' | 'lines' | 'category' } = {
  title: 'line',
  summary: 'lines',
  content: 'lines',
  category_id: 'category',
  tags: 'line',
  image_alt: 'line',
}

export function questionsOf({ overlaps }: StalePost): Question[] {
  const stretches = overlaps.filter(({ field }) => field === 'content')
  return overlaps.map((conflict) => {
    const stretch = conflict.field === 'content' ? stretches.indexOf(conflict) : undefined
    const count = stretch !== undefined && stretches.length > 1 ? ` (${stretch + 1} of ${stretches.length})` : ''
    const label = `${fieldLabel(conflict.field)}${count}`
    return { ...conflict, stretch, label, key: JSON.stringify([label, conflict.base, conflict.mine, conflict.theirs]) }
  })
}

const CONTEXT_LINES = 2

/** Of the content, the lines above and below a stretch that overlaps, as far as they say something. */
export function surroundings({ stretch }: Question, { around }: StalePost): { above: string; below: string } {
  if (stretch === undefined) return { above: '', below: '' }
  const full = (text: string | undefined) => (text ?? '').split('\n').filter((line) => line.trim() !== '')
  return {
    above: full(around[stretch]).slice(-CONTEXT_LINES).join('\n'),
    below: full(around[stretch + 1])
      .slice(0, CONTEXT_LINES)
      .join('\n'),
  }
}

/** A value in words. */
export function shown(field: MergeField, value: ConflictValue, { categories, tags }: Names): string {
  if (typeof value === 'boolean') return value ? 'A draft' : 'Not a draft'
  if (value === null) return ''
  if (typeof value !== 'string') return textOf(namesOf(value, tags))
  if (field === 'date' || field === 'expires') return formatDateTime(value, 'local')
  return field === 'category_id' ? (categories.find(({ id }) => id === value)?.name ?? value) : value
}

export const namesOf = (ids: readonly string[], tags: readonly Name[]): Name[] =>
  ids.map((id) => tags.find((tag) => tag.id === id) ?? { id, name: id })

/** What a third version begins with: mine or, of lines and tags, both. */
export function firstOwn({ field, mine, theirs }: FieldConflict, { tags }: Names): string {
  if (field === 'content')
    return [theirs, mine]
      .filter((text) => text !== '')
      .join('\n')
      .replace(/\n$/, '')
  if (Array.isArray(mine) && Array.isArray(theirs)) return textOf(namesOf([...new Set([...theirs, ...mine])], tags))
  return typeof mine === 'string' ? mine : ''
}

/** What of mine is in already. */
export const mergedOfMine = ({ current, merged }: StalePost): string[] =>
  Object.entries(merged).flatMap(([field, value]) =>
    JSON.stringify(value) === JSON.stringify(current[field as keyof PostSource]) ? [] : [field],
  )
