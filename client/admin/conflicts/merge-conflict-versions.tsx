import type { ReactNode } from 'react'
import { fileNameOf } from '#client/admin/images/image-picker.tsx'
import { PostThumb } from '#client/admin/images/post-thumb.tsx'
import { DiffText } from '#client/admin/shared/diff-text.tsx'
import { createStyled, media } from '#client/ui/base/styles.ts'
import { storageUrl } from '#contract/paths.ts'
import { colocatedName } from '#contract/pictures.ts'
import type { ConflictValue, ConflictWords, StalePost } from '#contract/posts.ts'
import { type Conflict, type Names, shown, surroundings } from './resolve-conflicts.ts'

/** "Ann’s". */
export const possessive = (name: string) => `${name}’s`

/** `the branch`, `the live site`. */
export type Sides = { mine: string; theirs: string }

type MergeConflictVersionsProps = { question: Conflict; stale: StalePost; names: Names; sides?: Sides | undefined }

/** Original, theirs and mine side by side, as descriptions where these exist, with changes marked and the lines around them. */
export function MergeConflictVersions({ question, stale, names, sides }: MergeConflictVersionsProps) {
  const { field, label, words } = question
  const { base, mine, theirs } = words ?? question
  const text = (value: ConflictValue) => (words ? String(value ?? '') : shown(field, value, names))
  const isKnown = stale.base !== null
  const { above, below } = words ?? surroundings(question, stale)
  const theirTitle = sides ? `In ${sides.theirs}` : stale.by ? `${possessive(stale.by)} text` : 'Their text'
  const myTitle = sides ? `In ${sides.mine}` : 'Your text'
  const version = (title: string, value: ConflictValue, since?: ConflictValue, formatting?: readonly string[]) => (
    <Version title={title} label={`${label}, ${title}`} formatting={formatting}>
      {above && <ContextLines>{above}</ContextLines>}
      <Value field={field} text={text(value)} before={since === undefined ? undefined : text(since)} />
      {below && <ContextLines>{below}</ContextLines>}
    </Version>
  )
  return (
    <>
      <Columns data-count={isKnown ? 3 : 2}>
        {isKnown && version('Before', base)}
        {version(theirTitle, theirs, isKnown ? base : undefined, words?.formatting.theirs)}
        {version(myTitle, mine, isKnown ? base : theirs, words?.formatting.mine)}
      </Columns>
      {words && <SourceVersions question={question} titles={{ theirTitle, myTitle }} isAlike={isAlike(words)} />}
    </>
  )
}

/** Whether no difference between both can be shown. */
const isAlike = ({ mine, theirs, formatting }: ConflictWords) =>
  mine === theirs && JSON.stringify(formatting.mine) === JSON.stringify(formatting.theirs)

type SourceVersionsProps = {
  question: Conflict
  titles: { theirTitle: string; myTitle: string }
  isAlike: boolean
}

/** What only the source has, such as another way to write the same. */
function SourceVersions({ question: { label, mine, theirs }, titles, isAlike: alike }: SourceVersionsProps) {
  const { theirTitle, myTitle } = titles
  return (
    <>
      {alike && <p>Both read the same. They differ only in how they are written in the file.</p>}
      <details>
        <summary>As it is in the file</summary>
        <Columns data-count={2}>
          <Version title={theirTitle} label={`${label} in the file, ${theirTitle}`}>
            {String(theirs ?? '')}
          </Version>
          <Version title={myTitle} label={`${label} in the file, ${myTitle}`}>
            <DiffText before={String(theirs ?? '')} after={String(mine ?? '')} />
          </Version>
        </Columns>
      </details>
    </>
  )
}

function Value({ field, text, before }: { field: Conflict['field']; text: string; before: string | undefined }) {
  if (text === '' && !before) return <Nothing>(nothing)</Nothing>
  if (field === 'image' && text === '') return <Nothing>(no picture)</Nothing>
  if (field === 'image')
    return (
      <>
        <PostThumb src={colocatedName(text) === undefined ? storageUrl(text) : undefined} />
        <span>{fileNameOf(text)}</span>
      </>
    )
  return before === undefined ? text : <DiffText before={before} after={text} />
}

type VersionProps = { title: string; label: string; formatting?: readonly string[] | undefined; children: ReactNode }

function Version({ title, label, formatting = [], children }: VersionProps) {
  return (
    <figure aria-label={label}>
      <figcaption>{title}</figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be focusable to be scrolled by keyboard (WCAG 2.1.1) */}
      <pre tabIndex={0}>{children}</pre>
      {formatting.length > 0 && (
        <ul aria-label="Formatting">
          {formatting.map((one) => (
            <li key={one}>{one}</li>
          ))}
        </ul>
      )}
    </figure>
  )
}

const s = createStyled('merge-conflict-versions')
const Columns = s('div')`
  display: grid;
  grid-template-columns: repeat(3, minmax(0, 1fr));
  gap: 12px;
  &[data-count='2'] { grid-template-columns: repeat(2, minmax(0, 1fr)); }
  & > figure { display: grid; grid-template-rows: auto 1fr auto; gap: 4px; min-width: 0; margin: 0; }
  & ul { padding-left: 20px; font-size: var(--t-small); list-style: disc; overflow-wrap: anywhere; }
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
