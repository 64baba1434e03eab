import { useEffect, useEffectEvent, useState } from 'react'
import { toWorkingFields } from '#client/admin/post-form/session/fields.ts'
import type { Writing } from '#client/admin/writing/state/use-writing.ts'
import { checkPost } from '#client/api/writing.ts'
import { createStyled } from '#client/ui/base/styles.ts'
import type { TextProblem } from '#contract/writing.ts'

/** Longer than a pause in a sentence, so that a half-written sentence is not reported. */
const CHECK_PAUSE_MS = 2_000

/** What the server finds in the text when typing pauses. A check that fails is left out: the next pause tries again. */
export function useTextProblems({ base, fields }: Writing): readonly TextProblem[] {
  const [problems, setProblems] = useState<readonly TextProblem[]>([])
  const check = useEffectEvent(() => checkPost(toWorkingFields(fields, base)))
  const { content } = fields
  useEffect(() => {
    let isOver = false
    const timer = setTimeout(async () => {
      const found = content.trim() === '' ? { problems: [] } : await check().catch(() => undefined)
      if (!isOver && found) setProblems(found.problems.filter(({ field }) => field === 'content'))
    }, CHECK_PAUSE_MS)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [content])
  return problems
}

/** Each problem leads to its line. */
export function TextProblems({ problems, goTo }: { problems: readonly TextProblem[]; goTo: GoTo }) {
  if (problems.length === 0) return null
  return (
    <ProblemDetails>
      <summary>{problems.length === 1 ? '1 thing to look at' : `${problems.length} things to look at`}</summary>
      <ul>
        {problems.map(({ message, line, column }) => (
          <li key={`${line} ${column} ${message}`}>
            <span>{message}</span>{' '}
            {line !== undefined && (
              <button type="button" onClick={() => goTo(line, column)}>{`Go to line ${line}`}</button>
            )}
          </li>
        ))}
      </ul>
    </ProblemDetails>
  )
}

type GoTo = (line: number, column?: number) => void

const s = createStyled('text-problems')
const ProblemDetails = s('details')`
  margin-top: 10px;
  font-size: var(--t-small);
  & > summary { min-height: 44px; align-content: center; color: var(--warning); font-weight: 640; cursor: pointer; }
  & li + li { margin-top: 4px; }
  & button {
    min-height: 44px;
    padding: 0 4px;
    border: 0;
    background: none;
    color: var(--primary-ink);
    text-decoration: underline;
    cursor: pointer;
  }
`
