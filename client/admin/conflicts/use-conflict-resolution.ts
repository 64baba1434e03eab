import { useState } from 'react'
import type { PostForm } from '#client/admin/editor/use-post-form.ts'
import type { Typed } from '#client/admin/editor/use-save.ts'
import type { StalePost } from '#contract/posts.ts'
import { type Choice, firstOwn, type Names, type Question, questionsOf } from './merge-conflicts.ts'
import { resolveConflicts } from './resolve-conflicts.ts'

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
