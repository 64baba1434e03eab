import { type ReactNode, useEffect, useId, useRef } from 'react'
import { fieldsInWords } from '#client/admin/errors.tsx'
import { fileNameOf } from '#client/admin/media/image-picker.tsx'
import { PostThumb } from '#client/admin/posts/post-thumb.tsx'
import { Button } from '#client/ui/form/button.tsx'
import { Field } from '#client/ui/form/field.tsx'
import { Select, TextArea, TextInput } from '#client/ui/form/inputs.tsx'
import { createStyled, media } from '#client/ui/styles.ts'
import { storageUrl } from '#contract/paths.ts'
import type { ConflictValue, StalePost } from '#contract/posts.ts'
import { DiffText } from './diff-text.tsx'
import {
  type Conflict,
  customInputKind,
  type Decisions,
  mergedOfMine,
  type Names,
  shown,
  surroundings,
} from './resolve-conflicts.ts'

/** Asks what each conflicting field becomes. All other changes are merged already. */
export function MergeConflictDialog({ stale, decisions }: { stale: StalePost; decisions: Decisions }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    heading.current?.focus()
  }, [])
  const { questions, undecided } = decisions
  return (
    <Conflicts>
      <div>
        <h3 ref={heading} tabIndex={-1}>
          {stale.by ?? 'Somebody else'} changed the same
        </h3>
        <p>
          {stale.message} Choose what each place below shall say. Nothing is saved until then, and your text stays in
          this browser.
        </p>
        {stale.base === null && <p>What it said before is not known any more, so all that differs is shown.</p>}
        <AlreadyIn stale={stale} />
      </div>
      {questions.length > 1 && (
        <AllButtons>
          <Button small variant="outline" onClick={() => decisions.decideAll('mine')}>
            Keep all mine
          </Button>
          <Button small variant="outline" onClick={() => decisions.decideAll('theirs')}>
            {stale.by ? `Take all of ${possessive(stale.by)}` : 'Take all theirs'}
          </Button>
        </AllButtons>
      )}
      {questions.map((one) => (
        <MergeConflictField key={one.key} conflict={one} stale={stale} decisions={decisions} />
      ))}
      <p role="status">
        {questions.length - undecided} of {questions.length} decided.
      </p>
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
        {stale.theirs.length > 0 && (
          <li>
            {fieldsInWords(stale.theirs)}, as {stale.by ?? 'they'} changed it;
          </li>
        )}
        {mine.length > 0 && <li>{fieldsInWords(mine)}, as you changed it;</li>}
        {hasStretches && <li>all other lines of the content.</li>}
      </ul>
    </>
  )
}

type Props = { conflict: Conflict; stale: StalePost; decisions: Decisions }

/** "Ann’s". */
const possessive = (name: string) => `${name}’s`

const waysOf = ({ by }: StalePost) =>
  [
    { take: 'theirs', label: by ? `Take ${possessive(by)}` : 'Take theirs' },
    { take: 'mine', label: 'Keep mine' },
    { take: 'own', label: 'Write it myself' },
  ] as const

/** One conflict: the original, both versions and the choice between them. */
export function MergeConflictField({ conflict, stale, decisions }: Props) {
  const name = useId()
  const { field, label } = conflict
  const { take } = decisions.choiceFor(conflict)
  const possible = waysOf(stale).filter((way) => way.take !== 'own' || customInputKind(field) !== undefined)
  return (
    <Box>
      <legend>{label}</legend>
      <MergeConflictVersions question={conflict} stale={stale} names={decisions.names} />
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
    </Box>
  )
}

export function CustomResolution({ question, decisions }: { question: Conflict; decisions: Decisions }) {
  const { field, label } = question
  const { own: value } = decisions.choiceFor(question)
  const write = ({ target }: { target: { value: string } }) => decisions.decide(question, { own: target.value })
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

type MergeConflictVersionsProps = { question: Conflict; stale: StalePost; names: Names }

/** Original, theirs and mine side by side, in words where these are known, with changes marked and the lines around them. */
export function MergeConflictVersions({ question, stale, names }: MergeConflictVersionsProps) {
  const { field, label, words } = question
  const { base, mine, theirs } = words ?? question
  const text = (value: ConflictValue) => (words ? String(value ?? '') : shown(field, value, names))
  const isKnown = stale.base !== null
  const { above, below } = words ?? surroundings(question, stale)
  const theirTitle = stale.by ? `${possessive(stale.by)} text` : 'Their text'
  const version = (title: string, value: ConflictValue, since?: ConflictValue) => (
    <Version title={title} label={`${label}, ${title}`}>
      {above && <ContextLines>{above}</ContextLines>}
      <Value field={field} text={text(value)} before={since === undefined ? undefined : text(since)} />
      {below && <ContextLines>{below}</ContextLines>}
    </Version>
  )
  return (
    <Sides data-count={isKnown ? 3 : 2}>
      {isKnown && version('Before', base)}
      {version(theirTitle, theirs, isKnown ? base : undefined)}
      {version('Your text', mine, isKnown ? base : theirs)}
    </Sides>
  )
}

function Value({ field, text, before }: { field: Conflict['field']; text: string; before: string | undefined }) {
  if (text === '' && !before) return <Nothing>(nothing)</Nothing>
  if (field === 'image' && text === '') return <Nothing>(no picture)</Nothing>
  if (field === 'image')
    return (
      <>
        <PostThumb src={storageUrl(text)} />
        {fileNameOf(text)}
      </>
    )
  return before === undefined ? text : <DiffText before={before} after={text} />
}

function Version({ title, label, children }: { title: string; label: string; children: ReactNode }) {
  return (
    <figure aria-label={label}>
      <figcaption>{title}</figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be focusable to be scrolled by keyboard (WCAG 2.1.1) */}
      <pre tabIndex={0}>{children}</pre>
    </figure>
  )
}

const s = createStyled('merge-conflicts')
const Conflicts = s('div')`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 24px;
  & > div { display: grid; gap: 8px; }
  & h3 { font-size: var(--t-h3); outline: none; scroll-margin-top: 30px; }
  & ul { margin: 0; padding-left: 22px; list-style: disc; }
  & > p { color: var(--text-2); font-size: var(--t-small); }
`
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
const Sides = s('div')`
  display: grid;
  grid-template-columns: repeat(3, minmax(0, 1fr));
  gap: 12px;
  &[data-count='2'] { grid-template-columns: repeat(2, minmax(0, 1fr)); }
  & > figure { display: grid; grid-template-rows: auto 1fr; gap: 4px; min-width: 0; margin: 0; }
  & figcaption { color: var(--text-2); font-size: var(--t-small); font-weight: 600; }
  & pre {
    max-height: 300px;
    margin: 0;
    padding: 10px 12px;
    overflow: auto;
    border-radius: var(--r-sm);
    background: var(--bg);
    font: 400 0.9375rem / 1.6 inherit;
    font-family: inherit;
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }
  ${media.narrow} {
    &, &[data-count='2'] { grid-template-columns: minmax(0, 1fr); }
  }
`
const ContextLines = s('span')`
  display: block;
  color: var(--text-3);
`
const Nothing = s('span')`
  color: var(--text-2);
  font-style: italic;
`
