import { type RefObject, useCallback, useMemo, useRef, useState } from 'react'
import type { BodyEditorHandle } from '#client/admin/shared/body-editor.ts'
import { useBusyAction } from '#client/admin/shared/dialogs.tsx'
import { errorMessage } from '#client/admin/shared/errors.tsx'
import { repairContentFile } from '#client/api/content.ts'
import { ApiError } from '#client/api/http.ts'
import type { ContentFile, ContentProblem } from '#contract/content.ts'
import type { TextProblem } from '#contract/writing.ts'

type Failure = { message: string; isOutdated: boolean }

/** Saves the text of the editor, or shows what is still wrong with it. */
export function useRepair(
  { file, text, revision, problems: known }: ContentFile,
  editor: RefObject<BodyEditorHandle | null>,
) {
  const [problems, setProblems] = useState<readonly ContentProblem[]>(known)
  const [failure, setFailure] = useState<Failure>()
  const [attempt, setAttempt] = useState(0)
  const newest = useRef(text)
  const [isRepaired, setRepaired] = useState(false)

  const { busy, run: save } = useBusyAction(async () => {
    setAttempt((before) => before + 1)
    try {
      const written = (await editor.current?.flush()) ?? text
      const found = await repairContentFile({ file, text: written, revision })
      if (found.length > 0) return fail(found)
      newest.current = text
      setRepaired(true)
    } catch (error) {
      setFailure({ message: errorMessage(error), isOutdated: error instanceof ApiError && error.status === 409 })
    }
  })

  function fail(found: readonly ContentProblem[]) {
    const [first] = found
    setProblems(found)
    setFailure({ message: `Nothing was saved: line ${first?.line} is still invalid.`, isOutdated: false })
    if (first) editor.current?.goTo(first.line, first.column)
  }

  return {
    ...{ problems, attempt, busy, save, isRepaired },
    /** For the editor, which marks them again when they change. */
    marks: useMemo(() => problems.map(markOf), [problems]),
    failure: failure?.message,
    isOutdated: failure?.isOutdated ?? false,
    changed(now: string) {
      newest.current = now
    },
    /** Whether leaving the page would lose text. */
    isUnsaved: useCallback(() => newest.current !== text || editor.current?.hasPending() === true, [text, editor]),
  }
}

const markOf = ({ severity, line, column, reason }: ContentProblem): TextProblem => ({
  ...{ severity, field: 'content', message: reason, line, column },
})
