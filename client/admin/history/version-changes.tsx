import { Gone, New } from '#client/admin/shared/diff-text.tsx'
import { postKeyLabel } from '#client/admin/shared/errors.tsx'
import { formatDateTime } from '#client/lib/dates.ts'
import { createStyled } from '#client/ui/base/styles.ts'
import type { DiffHunk, DiffPart, FieldDiff, PostVersionDetail } from '#contract/history.ts'

type Props = { detail: PostVersionDetail }

/** The changes that visitors can read: words, not markup. Where that is not known, those of the source. */
export function VersionChanges({ detail }: Props) {
  const { rendered, body, isFirst } = detail
  if (!rendered) return <SourceChanges detail={detail} />
  const { content } = rendered
  const isRewritten = content.hunks.length === 0 && body.hunks.length > 0
  return (
    <Changes>
      {isFirst && <p>The first version: all of it is new.</p>}
      <NoChanges detail={detail} />
      <FieldChanges fields={fieldsInWords(detail)} />
      {content.hunks.length > 0 && <h4>Content</h4>}
      <Hunks hunks={content.hunks} />
      {content.cut && <p>More changed than is shown here.</p>}
      {isRewritten && <p>The words of the content are the same. “Source” shows how they were written differently.</p>}
    </Changes>
  )
}

/** What a page does not show of the changes, or not as words. */
export function FieldsOfPage({ detail }: Props) {
  return (
    <Changes>
      <NoChanges detail={detail} />
      <FieldChanges fields={fieldsInWords(detail)} />
    </Changes>
  )
}

const fieldsInWords = ({ rendered, fields }: PostVersionDetail): FieldDiff[] =>
  fields.flatMap((field) =>
    field.field === 'summary' && rendered ? inWords(field, rendered.summary) : [withDates(field)],
  )

function NoChanges({ detail: { version, fields, body } }: Props) {
  if (fields.length + body.hunks.length > 0) return null
  if (version.event === 'restored') return <p>The post was restored as it was before it was deleted.</p>
  return <p>Only how the file is written changed, or its last change: nothing that visitors read.</p>
}

/** A field whose markup alone changed is left out. */
const inWords = (field: FieldDiff, parts: DiffPart[]): FieldDiff[] =>
  parts.length === 0 ? [] : [{ field: field.field, kind: 'text', parts }]

/** The times of a post as the site writes them, in UTC like its form. */
function withDates(field: FieldDiff): FieldDiff {
  if (field.kind !== 'text' || !(field.field === 'date' || field.field === 'expires')) return field
  const format = (text: string) => (Number.isNaN(Date.parse(text)) ? text : formatDateTime(text, 'UTC'))
  return { ...field, parts: field.parts.map(({ kind, text }) => ({ kind, text: format(text) })) }
}

/** The changes of the file. */
export function SourceChanges({ detail }: Props) {
  const { fields, body, wholeFile, isFirst } = detail
  return (
    <Changes>
      {isFirst && <p>The first version: all of it is new.</p>}
      <NoChanges detail={detail} />
      <FieldChanges fields={fields} />
      {body.hunks.length > 0 && <h4>{wholeFile ? 'File' : 'Content'}</h4>}
      <Hunks hunks={body.hunks} isCode />
      {body.cut && <p>More changed than is shown here.</p>}
    </Changes>
  )
}

function FieldChanges({ fields }: { fields: readonly FieldDiff[] }) {
  if (fields.length === 0) return null
  return (
    <dl>
      {fields.map((field) => (
        <div key={field.field}>
          <dt>{postKeyLabel(field.field)}</dt>
          <dd>
            <FieldChange field={field} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

function FieldChange({ field }: { field: FieldDiff }) {
  if (field.kind === 'text') return <Parts parts={field.parts} />
  const parts = [
    ...field.removed.map((text) => ({ kind: 'removed' as const, text })),
    ...field.added.map((text) => ({ kind: 'added' as const, text })),
  ]
  return <Parts parts={parts} apart />
}

/** A text with its additions and removals. `apart`: the parts are list items. */
export function Parts({ parts, apart = false }: { parts: readonly DiffPart[]; apart?: boolean }) {
  return parts.map(({ kind, text }, at) => {
    const key = `${at}${kind}`
    const gap = apart && at > 0 ? ' ' : ''
    if (kind === 'removed') return [gap, <Gone key={key}>{text}</Gone>]
    if (kind === 'added') return [gap, <New key={key}>{text}</New>]
    return <span key={key}>{text}</span>
  })
}

/** The changed places of a text, with the number of unchanged lines between them. */
export function Hunks({ hunks, isCode = false }: { hunks: readonly DiffHunk[]; isCode?: boolean }) {
  return hunks.map(({ skipped, parts }, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the hunks of a version are never added, removed or reordered
    <div key={at}>
      {skipped > 0 && <Skipped>{`${skipped} lines as before`}</Skipped>}
      <Text $isCode={isCode}>
        <Parts parts={parts} />
      </Text>
    </div>
  ))
}

const s = createStyled('history-changes')
const Changes = s('div')`
  display: grid;
  gap: 14px;
  min-width: 0;
  & dl { display: grid; gap: 10px; }
  & dl > div { display: grid; grid-template-columns: 130px minmax(0, 1fr); gap: 4px 14px; }
  & dt { font-weight: 640; }
  & dd { overflow-wrap: anywhere; }
  @media (max-width: 600px) { & dl > div { grid-template-columns: minmax(0, 1fr); } }
`
const Skipped = s('p')`
  margin-bottom: 6px;
  color: var(--text-2);
  font-size: var(--t-small);
`
const Text = s('div')<{ $isCode: boolean }>`
  padding: 12px 14px;
  border-radius: var(--r-sm);
  background: var(--bg);
  ${({ $isCode }) => $isCode && "font: 400 0.9375rem / 1.6 ui-monospace, 'DejaVu Sans Mono', monospace;"}
  white-space: pre-wrap;
  overflow-wrap: anywhere;
`
