import type { PostBase, PostFields } from '#client/admin/editor/local-draft.ts'
import { fieldsOf } from '#client/admin/editor/post-fields.ts'
import type { ConflictValue, MergeField, PostSource, StalePost } from '#contract/posts.ts'
import { type Choice, type Names, namesOf, type Question } from './merge-conflicts.ts'

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
