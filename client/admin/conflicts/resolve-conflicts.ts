import { useState } from 'react'
import { fieldsOf, type PostBase, type PostFields } from '#client/admin/editor/post-fields.ts'
import { textOf } from '#client/admin/editor/tag-entry.ts'
import type { Typed } from '#client/admin/editor/use-editor.ts'
import type { PostForm } from '#client/admin/editor/use-post-form.ts'
import { fieldLabel } from '#client/admin/errors.tsx'
import { formatDateTime } from '#contract/dates.ts'
import type { ConflictValue, FieldConflict, MergeField, PostSource, StalePost } from '#contract/posts.ts'
import type { Term } from '#contract/terms.ts'

export type Decisions = ReturnType<typeof useConflictResolution>

/** What somebody decides about overlaps. It outlives the screen that asks: who goes back to the text finds it again. */
export function useConflictResolution(stale: StalePost | undefined, form: PostForm, known: Names) {
  const [choices, setChoices] = useState<Record<string, Choice>>({})
  const questions = stale ? questionsOf(stale) : []
  const names: Names = {
    categories: known.categories,
    tags: [...known.tags, ...form.fields.tags, ...(stale?.base?.tags ?? []), ...(stale?.current.tags ?? [])],
  }
  const choiceFor = (one: Question): Choice => choices[one.key] ?? { take: undefined, own: firstOwn(one, names) }
  const undecided = questions.filter((one) => choiceFor(one).take === undefined).length

  return {
    questions,
    names,
    choiceFor,
    undecided,
    decide: (one: Question, change: Partial<Choice>) =>
      setChoices((before) => ({ ...before, [one.key]: { ...choiceFor(one), ...change } })),
    /** `undefined` as long as something is undecided. */
    result(): Typed | undefined {
      if (!stale || undecided > 0) return undefined
      const found = resolveConflicts(stale, questions, choiceFor, { names, mine: form.base })
      return { ...found, image: found.keepsMyImage ? form.image : undefined }
    },
  }
}

/** The post as it was decided, ready for the form. */
export type ResolvedPost = { fields: PostFields; base: PostBase; keepsMyImage: boolean }
/** What each overlap shall say; `undefined` where nobody has decided. */
export type ChoiceOf = (question: Question) => Choice | undefined

/** Puts the choices into what is merged already. `mine` is what my text began from. */
export function resolveConflicts(
  stale: StalePost,
  questions: readonly Question[],
  choiceOf: ChoiceOf,
  { names, mine }: { names: Names; mine: PostBase },
): ResolvedPost {
  const { current, merged } = stale
  const takes = (field: MergeField) => questions.flatMap((one) => (one.field === field ? [choiceOf(one)?.take] : []))
  const chosenFields = questions.map((one) => ({
    [one.field]: asInSource(one.field, chosen(one, choiceOf(one)), names),
  }))
  const source: PostSource = Object.assign({ ...merged }, ...chosenFields, contentOf(stale, questions, choiceOf))
  const typedTags = questions.flatMap((one) => (one.field === 'tags' ? [choiceOf(one)] : [])).find(isOwn)
  const isMyContent = takes('content').some((take) => take !== 'theirs')
  return {
    fields: { ...fieldsOf(source), ...(typedTags && { tagText: typedTags.own }) },
    base: { format: isMyContent ? mine.format : current.format, revision: current.revision, address: current.id },
    keepsMyImage: !takes('image').includes('theirs'),
  }
}

function chosen({ mine, theirs }: Question, choice: Choice | undefined): ConflictValue {
  if (choice?.take === 'own') return choice.own
  return choice?.take === 'mine' ? mine : theirs
}

/** The merged lines with what was chosen between them. */
function contentOf({ merged, around }: StalePost, questions: readonly Question[], choiceOf: ChoiceOf) {
  const stretches = questions.filter(({ field }) => field === 'content').map((one) => chosen(one, choiceOf(one)))
  if (stretches.length === 0) return { content: merged.content }
  const pieces = around.flatMap((text, at) => [text, String(stretches[at] ?? '')])
  return { content: pieces.map(ended).join('').trimEnd() }
}

const ended = (text: string) => (text === '' || text.endsWith('\n') ? text : `${text}\n`)

const isOwn = (choice: Choice | undefined) => choice?.take === 'own'

/** As a source has it: tags with their names. Typed ones have none yet. */
function asInSource(field: MergeField, value: ConflictValue, { tags }: Names) {
  if (field !== 'tags') return value
  return Array.isArray(value) ? namesOf(value, tags) : []
}

/** What an overlap shall say: one of the two, or a third text. */
export type Choice = { take: 'mine' | 'theirs' | 'own' | undefined; own: string }
/** The names behind ids, for people. */
export type Names = { categories: readonly Term[]; tags: readonly Term[] }
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

export const namesOf = (ids: readonly string[], tags: readonly Term[]): Term[] =>
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
