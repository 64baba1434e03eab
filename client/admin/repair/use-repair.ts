import { type RefObject, useCallback, useMemo, useRef, useState } from 'react'
import type { BodyEditorHandle } from '#client/admin/shared/body-editor.ts'
import { useAction } from '#client/admin/shared/use-action.ts'
import { repairContentFile } from '#client/api/content.ts'
import { ApiError } from '#client/api/http.ts'
import type { ContentFile, ContentProblem } from '#contract/content.ts'
import type { TextProblem } from '#contract/writing.ts'

/** Saves the text of the editor, or shows what is still wrong with it. */
export function useRepair(
  { file, text, revision, problems: reported }: ContentFile,
  editor: RefObject<BodyEditorHandle | null>,
) {
  const [problems, setProblems] = useState<readonly ContentProblem[]>(reported)
  const newest = useRef(text)
  const [isChanged, setChanged] = useState(false)
  const [isRepaired, setRepaired] = useState(false)

  const { busy, failure, run } = useAction(async (repaired?: string) => {
    const written = repaired ?? (await editor.current?.flush()) ?? text
    const found = await repairContentFile({ file, text: written, revision })
    if (found.length > 0) fail(found)
    newest.current = text
    setRepaired(true)
  })

  function fail(found: readonly ContentProblem[]): never {
    const [first] = found
    setProblems(found)
    if (first) editor.current?.goTo(first.line, first.column)
    throw new Error(`Nothing was saved: line ${first?.line} is still invalid.`)
  }

  return {
    problems,
    busy,
    failure,
    isRepaired,
    save: () => void run(),
    /** Saves this text in place of the editor's. */
    saveRepaired: (repaired: string) => run(repaired),
    isChanged,
    /** For the editor, which marks them again when they change. */
    marks: useMemo(() => problems.map(markOf), [problems]),
    isOutdated: failure?.error instanceof ApiError && failure.error.status === 409,
    changed(now: string) {
      newest.current = now
      setChanged(now !== text)
    },
    /** Whether leaving the page would lose text. */
    isUnsaved: useCallback(() => newest.current !== text || editor.current?.hasPending() === true, [text, editor]),
  }
}

const markOf = ({ severity, line, column, reason }: ContentProblem): TextProblem => ({
  severity,
  field: 'content',
  message: reason,
  line,
  column,
})
