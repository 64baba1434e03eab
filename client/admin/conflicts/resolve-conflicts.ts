import { useRef, useState } from 'react'
import { folderOf } from '#client/admin/images/body-services.ts'
import { fieldsOf, type PostBase, type PostFields } from '#client/admin/post-form/session/fields.ts'
import type { PostDraft } from '#client/admin/post-form/session/saves.ts'
import { textOf } from '#client/admin/post-form/session/tag-entry.ts'
import type { BodyEditorHandle } from '#client/admin/shared/body-editor.ts'
import { fieldLabel } from '#client/admin/shared/errors.tsx'
import { formatDateTime } from '#client/lib/dates.ts'
import type { PostFormat } from '#contract/post-form.ts'
import type { ConflictValue, FieldConflict, MergeField, PostSource, StalePost, Term } from '#contract/posts.ts'
import { withNewTerm } from '#contract/term-choice.ts'

export type Decisions = ReturnType<typeof useConflictResolution>

/** The administrator's decisions about conflicts. They survive going back to the text and returning. */
export function useConflictResolution(stale: StalePost | undefined, form: PostDraft, existing: Names) {
  const [choices, setChoices] = useState<Record<string, Resolution>>({})
  const editors = useRef(new Map<string, BodyEditorHandle>())
  const questions = stale ? conflictsOf(stale) : []
  const isInOneFormat = stale?.current.format === form.base.format
  const names: Names = {
    categories: withNewTerm(existing.categories, form.fields.category_id),
    tags: [...existing.tags, ...form.fields.tags, ...(stale?.base?.tags ?? []), ...(stale?.current.tags ?? [])],
  }
  const choiceFor = (one: Conflict): Resolution =>
    choices[one.key] ?? { take: undefined, own: initialCustomText(one, names, isInOneFormat) }
  const undecided = questions.filter((one) => choiceFor(one).take === undefined).length

  return {
    questions,
    names,
    choiceFor,
    undecided,
    /** Of my content. */
    format: form.base.format,
    folder: folderOf(stale?.current),
    /** The visual editor of a text of one's own. */
    editorFor: (one: Conflict) => (editor: BodyEditorHandle | null) => {
      if (editor) editors.current.set(one.key, editor)
      else editors.current.delete(one.key)
    },
    /** The same version for all conflicts. */
    decideAll: (take: 'mine' | 'theirs') =>
      setChoices((before) => ({
        ...before,
        ...Object.fromEntries(questions.map((one) => [one.key, { ...choiceFor(one), take }])),
      })),
    decide: (one: Conflict, change: Partial<Resolution>) =>
      setChoices((before) => ({ ...before, [one.key]: { ...choiceFor(one), ...change } })),
    /** `undefined` while something is undecided, or an editor holds a text that cannot be written: it says so. */
    async result(): Promise<PostDraft | undefined> {
      if (!stale || undecided > 0) return undefined
      const typed = new Map<string, string>()
      try {
        for (const [key, editor] of editors.current) typed.set(key, await editor.flush())
      } catch {
        return undefined
      }
      const chosen = (one: Conflict) => ({
        ...choiceFor(one),
        ...(typed.has(one.key) && { own: typed.get(one.key) ?? '' }),
      })
      const found = resolveConflicts(stale, questions, chosen, { names, mine: form.base })
      return { ...found, image: found.keepsMyImage ? form.image : undefined }
    },
  }
}

export type ResolvedPost = { fields: PostFields; base: PostBase; keepsMyImage: boolean }
/** The choice for each conflict; `undefined` while it is undecided. */
export type ChoiceOf = (question: Conflict) => Resolution | undefined

/** Applies the choices to the merged post. `mine` is the version the administrator started from. */
export function resolveConflicts(
  stale: StalePost,
  questions: readonly Conflict[],
  choiceOf: ChoiceOf,
  { names, mine }: { names: Names; mine: PostBase },
): ResolvedPost {
  const { current, merged } = stale
  const takes = (field: MergeField) => questions.flatMap((one) => (one.field === field ? [choiceOf(one)?.take] : []))
  const chosenFields = questions.map((one) => ({
    [one.field]: asInSource(one.field, chosen(one, choiceOf(one)), names),
  }))
  const source: PostSource = Object.assign(
    { ...merged },
    ...chosenFields,
    contentOf(stale, questions, choiceOf, mine.format),
  )
  const typedTags = questions.flatMap((one) => (one.field === 'tags' ? [choiceOf(one)] : [])).find(isOwn)
  const isMyContent = takes('content').some((take) => take !== 'theirs')
  return {
    fields: { ...fieldsOf(source), ...(typedTags && { tagText: typedTags.own }) },
    base: {
      format: isMyContent ? mine.format : current.format,
      revision: current.revision,
      address: current.id,
      image: current.image ?? '',
    },
    keepsMyImage: !takes('image').includes('theirs'),
  }
}

function chosen({ mine, theirs }: Conflict, choice: Resolution | undefined): ConflictValue {
  if (choice?.take === 'own') return choice.own
  return choice?.take === 'mine' ? mine : theirs
}

function contentOf(
  { merged, around }: StalePost,
  questions: readonly Conflict[],
  choiceOf: ChoiceOf,
  format: PostFormat,
) {
  const stretches = questions.filter(({ field }) => field === 'content')
  if (stretches.length === 0) return { content: merged.content }
  const pieces = around.flatMap((text, at) => {
    const stretch = stretches[at]
    if (!stretch) return [{ text, isOwn: false }]
    const choice = choiceOf(stretch)
    // In Markdown, blocks that were written here need blank lines around them.
    const isOwnBlocks = choice?.take === 'own' && stretch.both !== undefined && format === 'md'
    return [
      { text, isOwn: false },
      { text: String(chosen(stretch, choice) ?? ''), isOwn: isOwnBlocks },
    ]
  })
  return {
    content: pieces
      .filter(({ text }) => text !== '')
      .reduce(appended, { text: '', isOwn: false })
      .text.trimEnd(),
  }
}

type Piece = { text: string; isOwn: boolean }

function appended(before: Piece, { text, isOwn }: Piece): Piece {
  const above = ended(before.text)
  const isSeparate = above === '' || above.endsWith('\n\n') || text.startsWith('\n')
  const gap = (before.isOwn || isOwn) && !isSeparate ? '\n' : ''
  return { text: above + gap + text, isOwn }
}

const ended = (text: string) => (text === '' || text.endsWith('\n') ? text : `${text}\n`)

const isOwn = (choice: Resolution | undefined) => choice?.take === 'own'

/** Converts to the format of a source: tags become names. PostDraft tags have none yet. */
function asInSource(field: MergeField, value: ConflictValue, { tags }: Names) {
  if (field !== 'tags') return value
  return Array.isArray(value) ? namesOf(value, tags) : []
}

/** The resolution of a conflict: one of the two versions, or a custom text. */
export type Resolution = { take: 'mine' | 'theirs' | 'own' | undefined; own: string }
export type Names = { categories: readonly Term[]; tags: readonly Term[] }
/** A conflict as the dialog shows it. The key is stable when the same two changes conflict again. */
export type Conflict = FieldConflict & {
  key: string
  label: string
  /** Index of the conflicting part of the content, from 0. */
  stretch: number | undefined
}

/** How a custom version is edited; `undefined` for fields that have none. */
export const customInputKind = (field: MergeField): 'line' | 'lines' | 'category' | undefined => customInputKinds[field]

const customInputKinds: { [Field in MergeField]?: 'line' | 'lines' | 'category' } = {
  title: 'line',
  summary: 'lines',
  content: 'lines',
  category_id: 'category',
  tags: 'line',
  image_alt: 'line',
  image_caption: 'line',
  seo_title: 'line',
  seo_description: 'line',
  canonical: 'line',
  author: 'line',
}

export function conflictsOf({ overlaps }: StalePost): Conflict[] {
  const stretches = overlaps.filter(({ field }) => field === 'content')
  return overlaps.map((conflict) => {
    const stretch = conflict.field === 'content' ? stretches.indexOf(conflict) : undefined
    const count = stretch !== undefined && stretches.length > 1 ? ` (${stretch + 1} of ${stretches.length})` : ''
    const label = `${fieldLabel(conflict.field)}${count}`
    return { ...conflict, stretch, label, key: JSON.stringify([label, conflict.base, conflict.mine, conflict.theirs]) }
  })
}

const CONTEXT_LINES = 2

/** The lines of the content above and below a conflict, without empty ones. */
export function surroundings({ stretch }: Conflict, { around }: StalePost): { above: string; below: string } {
  if (stretch === undefined) return { above: '', below: '' }
  const full = (text: string | undefined) => (text ?? '').split('\n').filter((line) => line.trim() !== '')
  return {
    above: full(around[stretch]).slice(-CONTEXT_LINES).join('\n'),
    below: full(around[stretch + 1])
      .slice(0, CONTEXT_LINES)
      .join('\n'),
  }
}

export function shown(field: MergeField, value: ConflictValue, { categories, tags }: Names): string {
  if (typeof value === 'boolean') return value ? 'A draft' : 'Not a draft'
  if (value === null) return ''
  if (typeof value !== 'string') return textOf(namesOf(value, tags))
  if (field === 'date' || field === 'expires') return formatDateTime(value, 'local')
  return field === 'category_id' ? (categories.find(({ id }) => id === value)?.name ?? value) : value
}

export const namesOf = (ids: readonly string[], tags: readonly Term[]): Term[] =>
  ids.map((id) => tags.find((tag) => tag.id === id) ?? { id, name: id })

/** Initial text of a custom version: mine, or for content in one format and tags both versions. */
export function initialCustomText(
  { field, mine, theirs, both }: FieldConflict,
  { tags }: Names,
  isInOneFormat: boolean,
): string {
  if (field === 'content' && isInOneFormat)
    return (both ?? [theirs, mine].filter((text) => text !== '').join('\n')).replace(/\n$/, '')
  if (Array.isArray(mine) && Array.isArray(theirs)) return textOf(namesOf([...new Set([...theirs, ...mine])], tags))
  return typeof mine === 'string' ? mine : ''
}

/** The fields in which my change is merged already. */
export const mergedOfMine = ({ current, merged }: StalePost): string[] =>
  Object.entries(merged).flatMap(([field, value]) =>
    JSON.stringify(value) === JSON.stringify(current[field as keyof PostSource]) ? [] : [field],
  )
