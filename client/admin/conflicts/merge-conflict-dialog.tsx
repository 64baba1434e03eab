import { useEffect, useRef } from 'react'
import { fieldsInWords } from '#client/admin/field-labels.ts'
import { createStyled } from '#client/ui/create-styled.ts'
import type { StalePost } from '#contract/posts.ts'
import { MergeConflictField } from './merge-conflict-field.tsx'
import { mergedOfMine } from './merge-conflicts.ts'
import type { Decisions } from './use-conflict-resolution.ts'

/** The same places of a post were changed twice: what each shall say (decision 31). All else is merged already. */
export function MergeConflictDialog({ stale, decisions }: { stale: StalePost; decisions: Decisions }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    heading.current?.focus()
  }, [])
  const { questions, undecided } = decisions
  return (
    <Screen>
      <div>
        <h3 ref={heading} tabIndex={-1}>
          Somebody else changed the same
        </h3>
        <p>
          {stale.message} Choose what each place below shall say. Nothing is saved until then, and your text stays in
          this browser.
        </p>
        {stale.base === null && <p>What it said before is not known any more, so all that differs is shown.</p>}
        <AlreadyIn stale={stale} />
      </div>
      {questions.map((one) => (
        <MergeConflictField key={one.key} question={one} stale={stale} decisions={decisions} />
      ))}
      <p role="status">
        {questions.length - undecided} of {questions.length} decided.
      </p>
    </Screen>
  )
}

/** What nobody need decide. */
function AlreadyIn({ stale }: { stale: StalePost }) {
  const mine = mergedOfMine(stale)
  const hasStretches = stale.around.length > 1 && stale.around.some((text) => text.trim() !== '')
  if (mine.length + stale.theirs.length === 0 && !hasStretches) return null
  return (
    <>
      <p>Merged already:</p>
      <ul>
        {stale.theirs.length > 0 && <li>{fieldsInWords(stale.theirs)}, as they changed it;</li>}
        {mine.length > 0 && <li>{fieldsInWords(mine)}, as you changed it;</li>}
        {hasStretches && <li>all other lines of the content.</li>}
      </ul>
    </>
  )
}

const s = createStyled('overlap-screen')
const Screen = s('div')`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 24px;
  & > div { display: grid; gap: 8px; }
  & h3 { font-size: var(--t-h3); outline: none; scroll-margin-top: 30px; }
  & ul { margin: 0; padding-left: 22px; list-style: disc; }
  & > p { color: var(--text-2); font-size: var(--t-small); }
`
