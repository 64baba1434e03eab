import type { ReactNode } from 'react'
import { fileNameOf } from '#client/admin/media/image-picker.tsx'
import { PostThumb } from '#client/admin/posts/post-row.tsx'
import { createStyled, media } from '#client/ui/styles.ts'

import { storageUrl } from '#contract/paths.ts'
import type { ConflictValue, StalePost } from '#contract/posts.ts'
import { DiffText } from './diff-text.tsx'
import { type Names, type Question, shown, surroundings } from './resolve-conflicts.ts'

type Props = { question: Question; stale: StalePost; names: Names }

/** Original, theirs and mine side by side, with changes marked; for the content, with the lines around them. */
export function MergeConflictVersions({ question, stale, names }: Props) {
  const { field, label, base, mine, theirs } = question
  const text = (value: ConflictValue) => shown(field, value, names)
  const isKnown = stale.base !== null
  const { above, below } = surroundings(question, stale)
  const version = (title: string, value: ConflictValue, since?: ConflictValue) => (
    <Version title={title} label={`${label}, ${title.toLowerCase()}`}>
      {above && <ContextLines>{above}</ContextLines>}
      <Value field={field} text={text(value)} before={since === undefined ? undefined : text(since)} />
      {below && <ContextLines>{below}</ContextLines>}
    </Version>
  )
  return (
    <Sides data-count={isKnown ? 3 : 2}>
      {isKnown && version('Before', base)}
      {version('Theirs', theirs, isKnown ? base : undefined)}
      {version(isKnown ? 'Yours' : 'Yours, compared with theirs', mine, isKnown ? base : theirs)}
    </Sides>
  )
}

function Value({ field, text, before }: { field: Question['field']; text: string; before: string | undefined }) {
  if (text === '' && !before) return <Nothing>(nothing)</Nothing>
  if (field === 'image') return <Picture path={text} />
  return before === undefined ? text : <DiffText before={before} after={text} />
}

const Picture = ({ path }: { path: string }) =>
  path === '' ? (
    <Nothing>(no picture)</Nothing>
  ) : (
    <>
      <PostThumb src={storageUrl(path)} />
      {fileNameOf(path)}
    </>
  )

function Version({ title, label, children }: { title: string; label: string; children: ReactNode }) {
  return (
    <figure aria-label={label}>
      <figcaption>{title}</figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be within the keyboard's reach */}
      <pre tabIndex={0}>{children}</pre>
    </figure>
  )
}

const s = createStyled('overlap-versions')
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
