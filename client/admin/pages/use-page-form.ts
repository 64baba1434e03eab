import { useCallback, useRef, useState } from 'react'
import { FormError } from '#client/admin/shared/errors.tsx'
import { useAction } from '#client/admin/shared/use-action.ts'
import { useConfirmation } from '#client/admin/shell/confirmation.tsx'
import { savePageFile } from '#client/api/page-files.ts'
import type { FormValue, FormValues, PageFile } from '#contract/page-files.ts'

/** What others have changed in fields that this form changed, too, by the paths of the fields. */
export type Theirs = Readonly<FormValues>

/** What was done last, and how it can be undone. */
type Done = { message: string; undo?: { base: FormValues; values: FormValues } }

/** The values of a form, and their saves. */
export function usePageForm({ file, values: opened }: PageFile) {
  const withConfirmation = useConfirmation()
  /** As they are stored. */
  const [base, setBase] = useState(opened)
  const [values, setValues] = useState(opened)
  const [theirs, setTheirs] = useState<Theirs>({})
  const [done, setDone] = useState<Done>()
  const newest = useRef({ base: opened, values: opened })
  newest.current = { base, values }

  const saving = useAction(async (from: FormValues, wanted: FormValues, isUndo: boolean) => {
    setDone(undefined)
    const saved = await withConfirmation(() => savePageFile({ file, base: from, values: wanted }))
    if ('stale' in saved) {
      const { conflicts, values: now, message } = saved.stale
      setTheirs(pick(now, conflicts))
      // The next save begins with what is stored now, and keeps what this form has changed.
      setBase(now)
      setValues({ ...now, ...changedIn(from, wanted) })
      throw new FormError({}, message)
    }
    setTheirs({})
    setBase(saved.values)
    // What was typed meanwhile stays.
    setValues({ ...saved.values, ...changedIn(isUndo ? from : wanted, newest.current.values) })
    const others = saved.merged.length > 0 ? ' Changes that others made meanwhile are merged.' : ''
    if (isUndo) setDone({ message: `Undone. The page is as it was before.${others}` })
    else setDone({ message: `Saved. The change is live.${others}`, undo: { base: saved.values, values: from } })
  })

  return {
    values,
    theirs,
    done,
    busy: saving.busy,
    failure: saving.failure,
    dismissFailure: saving.dismiss,
    dismissDone: () => setDone(undefined),
    isChanged: !isSame(base, values),
    error: (path: string) => saving.failure?.errors[path]?.message,
    change: (path: string, value: FormValue) => setValues((now) => ({ ...now, [path]: value })),
    takeTheirs(path: string) {
      const value = theirs[path]
      if (value !== undefined) setValues((now) => ({ ...now, [path]: value }))
      setTheirs(({ [path]: _, ...rest }) => rest)
    },
    /** Fills the form with the values of an old version, which is then saved like any other change. */
    fill(old: FormValues) {
      setValues((now) => ({ ...now, ...old }))
      setDone({ message: 'The form has the values of that version. Save to make them live.' })
    },
    save() {
      if (isSame(base, values)) return setDone({ message: 'There is nothing to save: all values are stored.' })
      return saving.run(base, values, false)
    },
    undo: () => done?.undo && saving.run(done.undo.base, done.undo.values, true),
    /** What a preview shows. */
    sent: { file, base, values },
    isUnsaved: useCallback(() => !isSame(newest.current.base, newest.current.values), []),
  }
}
export type PageFormState = ReturnType<typeof usePageForm>

const isSame = (one: unknown, other: unknown) => JSON.stringify(sorted(one)) === JSON.stringify(sorted(other))
const sorted = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
    : Array.isArray(value)
      ? value.map(sorted)
      : value

const pick = (values: FormValues, paths: readonly string[]): FormValues =>
  Object.fromEntries(Object.entries(values).filter(([path]) => paths.includes(path)))
const changedIn = (before: FormValues, after: FormValues): FormValues =>
  Object.fromEntries(Object.entries(after).filter(([path, value]) => !isSame(value, before[path])))
