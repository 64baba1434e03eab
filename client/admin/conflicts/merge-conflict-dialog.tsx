import { useEffect, useId, useRef } from 'react'
import { fieldsInWords } from '#client/admin/shared/errors.tsx'
import { Button } from '#client/ui/base/button.tsx'
import { createStyled, media } from '#client/ui/base/styles.ts'
import { Field } from '#client/ui/form/field.tsx'
import { Select, TextArea, TextInput } from '#client/ui/form/inputs.tsx'
import type { StalePost } from '#contract/posts.ts'
import { ContentResolution } from './content-resolution.tsx'
import { MergeConflictVersions, possessive, type Sides } from './merge-conflict-versions.tsx'
import { type Conflict, customInputKind, type Decisions, mergedOfMine } from './resolve-conflicts.ts'

type DialogProps = {
  stale: StalePost
  decisions: Decisions
  /** Names both sides, where they are not an own text and that of another person. */
  sides?: Sides | undefined
}

/** Asks what each conflicting field becomes. All other changes are merged already. */
export function MergeConflictDialog({ stale, decisions, sides }: DialogProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    heading.current?.focus()
  }, [])
  const { questions, undecided } = decisions
  return (
    <Conflicts>
      <div>
        <h3 ref={heading} tabIndex={-1}>
          {sides ? 'Both changed the same parts' : `${stale.by ?? 'Someone else'} edited the same parts`}
        </h3>
        <p>
          <span>{stale.message}</span> Choose a version for each part below. Nothing is saved until then
          {sides ? '.' : ', and your text stays in this browser.'}
        </p>
        {stale.base === null && <p>The original is no longer available, so every difference is shown.</p>}
        {!sides && <AlreadyIn stale={stale} />}
      </div>
      {questions.length > 1 && (
        <AllButtons>
          <Button small variant="outline" onClick={() => decisions.decideAll('mine')}>
            {sides ? `Take all of ${sides.mine}` : 'Keep all mine'}
          </Button>
          <Button small variant="outline" onClick={() => decisions.decideAll('theirs')}>
            {takeAllTheirs(stale, sides)}
          </Button>
        </AllButtons>
      )}
      {questions.map((one) => (
        <MergeConflictField key={one.key} conflict={one} stale={stale} decisions={decisions} sides={sides} />
      ))}
      <p role="status">{`${questions.length - undecided} of ${questions.length} decided.`}</p>
    </Conflicts>
  )
}

function AlreadyIn({ stale }: { stale: StalePost }) {
  const mine = mergedOfMine(stale)
  const hasStretches = stale.around.length > 1 && stale.around.some((text) => text.trim() !== '')
  if (mine.length + stale.theirs.length === 0 && !hasStretches) return null
  return (
    <>
      <p>Merged already:</p>
      <ul>
        {stale.theirs.length > 0 && <li>{`${fieldsInWords(stale.theirs)}, as ${stale.by ?? 'they'} changed it;`}</li>}
        {mine.length > 0 && <li>{`${fieldsInWords(mine)}, as you changed it;`}</li>}
        {hasStretches && <li>all other lines of the content.</li>}
      </ul>
    </>
  )
}

function takeAllTheirs({ by }: StalePost, sides: Sides | undefined): string {
  if (sides) return `Take all of ${sides.theirs}`
  return by ? `Take all of ${possessive(by)}` : 'Take all theirs'
}

type Props = { conflict: Conflict; stale: StalePost; decisions: Decisions; sides?: Sides | undefined }

const waysOf = ({ by }: StalePost, sides: Sides | undefined) =>
  [
    { take: 'theirs', label: sides ? `Take ${sides.theirs}` : by ? `Take ${possessive(by)}` : 'Take theirs' },
    { take: 'mine', label: sides ? `Take ${sides.mine}` : 'Keep mine' },
    { take: 'own', label: 'Write it myself' },
  ] as const

/** One conflict: the original, both versions and the choice between them. */
export function MergeConflictField({ conflict, stale, decisions, sides }: Props) {
  const name = useId()
  const { field, label } = conflict
  const { take } = decisions.choiceFor(conflict)
  const possible = waysOf(stale, sides).filter((way) => way.take !== 'own' || customInputKind(field) !== undefined)
  return (
    <Decision>
      <legend>{label}</legend>
      <MergeConflictVersions question={conflict} stale={stale} names={decisions.names} sides={sides} />
      <ButtonRow>
        {possible.map((way) => (
          <label key={way.take}>
            <input
              type="radio"
              name={name}
              required
              checked={take === way.take}
              onChange={() => decisions.decide(conflict, { take: way.take })}
            />
            {way.label}
          </label>
        ))}
      </ButtonRow>
      {take === 'own' && <CustomResolution question={conflict} decisions={decisions} />}
    </Decision>
  )
}

export function CustomResolution({ question, decisions }: { question: Conflict; decisions: Decisions }) {
  const { field, label } = question
  const { own: value } = decisions.choiceFor(question)
  const write = ({ target }: { target: { value: string } }) => decisions.decide(question, { own: target.value })
  if (field === 'content')
    return (
      <ContentResolution
        label={label}
        format={decisions.format}
        folder={decisions.folder}
        value={value}
        isWhole={question.both !== undefined}
        onChange={(own) => decisions.decide(question, { own })}
        ref={decisions.editorFor(question)}
      />
    )
  const rows = Math.min(16, value.split('\n').length + 2)
  return (
    <Field label={`${label}, as you write it`} hint={field === 'tags' ? 'Separated by commas.' : undefined}>
      {customInputKind(field) === 'lines' && <TextArea code rows={rows} value={value} onChange={write} />}
      {customInputKind(field) === 'line' && <TextInput autoComplete="off" value={value} onChange={write} />}
      {customInputKind(field) === 'category' && (
        <Select value={value} required onChange={write}>
          <option value="">Choose a category</option>
          {decisions.names.categories.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}

const s = createStyled('merge-conflicts')
const Conflicts = s('div')`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 24px;
  & > div { display: grid; gap: 8px; }
  & h3 { font-size: var(--t-h3); outline: none; scroll-margin-top: 30px; }
  & > div > ul { margin: 0; padding-left: 22px; list-style: disc; }
  & > p { color: var(--text-2); font-size: var(--t-small); }
`
const Decision = s('fieldset')`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 12px;
  min-width: 0;
  margin: 0;
  padding: 4px 18px 18px;
  border: 1.5px solid var(--line-strong);
  border-radius: var(--r-md);
  & > legend { padding: 0 8px; margin-left: -8px; font-weight: 700; }
  & > details > summary { min-height: 44px; align-content: center; color: var(--text-2); font-size: var(--t-small); cursor: pointer; }
  ${media.phone} { padding: 4px 12px 14px; & > legend { margin-left: -2px; } }
`
const AllButtons = s('div')`
  &&& { display: flex; flex-wrap: wrap; gap: 10px; }
`
const ButtonRow = s('div')`
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
