import { useId } from 'react'
import { createStyled } from '#client/ui/create-styled.ts'
import { media } from '#client/ui/media.ts'
import type { StalePost } from '#contract/posts.ts'
import { OwnVersion } from './custom-resolution.tsx'
import { MergeConflictVersions } from './merge-conflict-versions.tsx'
import { ownKind, type Question } from './merge-conflicts.ts'
import type { Decisions } from './use-conflict-resolution.ts'

type Props = { question: Question; stale: StalePost; decisions: Decisions }

const ways = [
  { take: 'theirs', label: 'Take theirs' },
  { take: 'mine', label: 'Take mine' },
  { take: 'own', label: 'Write it myself' },
] as const

/** One overlap: what it said, what both made of it, and what it shall say. */
export function MergeConflictField({ question, stale, decisions }: Props) {
  const name = useId()
  const { field, label } = question
  const { take } = decisions.choiceFor(question)
  const possible = ways.filter((way) => way.take !== 'own' || ownKind(field) !== undefined)
  return (
    <Box>
      <legend>{label}</legend>
      <MergeConflictVersions question={question} stale={stale} names={decisions.names} />
      <Ways>
        {possible.map((way) => (
          <label key={way.take}>
            <input
              type="radio"
              name={name}
              required
              checked={take === way.take}
              onChange={() => decisions.decide(question, { take: way.take })}
            />
            {way.label}
          </label>
        ))}
      </Ways>
      {take === 'own' && <OwnVersion question={question} decisions={decisions} />}
    </Box>
  )
}

const s = createStyled('overlap-field')
const Box = s('fieldset')`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 12px;
  min-width: 0;
  margin: 0;
  padding: 4px 18px 18px;
  border: 1.5px solid var(--line-strong);
  border-radius: var(--r-md);
  & > legend { padding: 0 8px; margin-left: -8px; font-weight: 700; }
  ${media.phone} { padding: 4px 12px 14px; & > legend { margin-left: -2px; } }
`
const Ways = s('div')`
  display: flex;
  flex-wrap: wrap;
  gap: 0 24px;
  & > label {
    display: flex;
    align-items: center;
    gap: 10px;
    min-height: 44px;
    font-weight: 500;
    cursor: pointer;
  }
  & input { width: 22px; height: 22px; margin: 0; accent-color: var(--primary); cursor: pointer; }
`
