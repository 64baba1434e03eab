import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { QueryView } from '#client/admin/shared/data.tsx'
import { fetchHistory } from '#client/api/posts.ts'
import { formatDateTime } from '#client/lib/dates.ts'
import { createStyled, media } from '#client/ui/base/styles.ts'
import { EmptyState } from '#client/ui/content/empty-state.tsx'
import type { PostHistory, PostVersion } from '#contract/history.ts'
import type { PutBack } from './compared-page.tsx'
import { Version } from './version.tsx'

export type VersionsProps = { id: string; onRestored: () => void; onPutBack: PutBack | undefined }

export function Versions({ id, ...props }: VersionsProps) {
  const query = useQuery({ queryKey: ['history', id], queryFn: () => fetchHistory(id) })
  return (
    <QueryView query={query} label="Loading history...">
      {(history) =>
        history.kept ? (
          <StoredVersions id={id} history={history} onStale={() => query.refetch()} {...props} />
        ) : (
          <EmptyState title="No history here">{history.reason}</EmptyState>
        )
      }
    </QueryView>
  )
}

type StoredVersionsProps = VersionsProps & { history: Extract<PostHistory, { kept: true }>; onStale: () => void }

function StoredVersions({ id, history, onRestored, onStale, onPutBack }: StoredVersionsProps) {
  const [chosen, setChosen] = useState<string>()
  const { versions, more, uncommitted, revision } = history
  const commit = chosen ?? versions[0]?.commit
  if (commit === undefined) return <EmptyState title="No version yet">No commit holds this post so far.</EmptyState>
  return (
    <Columns>
      <div>
        {uncommitted && (
          <Note>The file has changes that are not committed yet. None of these versions contains them.</Note>
        )}
        <VersionList versions={versions} chosen={commit} onChoose={setChosen} />
        {more && <Note>There are older versions in git: git log --follow shows them all.</Note>}
      </div>
      <Version
        key={commit}
        id={id}
        commit={commit}
        revision={revision}
        versions={versions}
        onRestored={onRestored}
        onStale={onStale}
        onPutBack={onPutBack}
      />
    </Columns>
  )
}

type VersionListProps = { versions: readonly PostVersion[]; chosen: string; onChoose: (commit: string) => void }

/** Versions, newest first. One tab stop; the arrow keys move between versions. */
export function VersionList({ versions, chosen, onChoose }: VersionListProps) {
  const name = useId()
  return (
    <List>
      <legend>Versions</legend>
      {versions.map(({ commit, at, author, subject, event }) => (
        <VersionOption key={commit}>
          <input type="radio" name={name} checked={commit === chosen} onChange={() => onChoose(commit)} />
          <span>
            <b>
              <time dateTime={at}>{formatDateTime(at, 'local')}</time>
              <span>{event && ` · ${eventNames[event]}`}</span>
            </b>
            <span>{subject}</span>
            <small>{`by ${author}`}</small>
          </span>
        </VersionOption>
      ))}
    </List>
  )
}

const eventNames = { deleted: 'Deleted', restored: 'Restored' } as const

const s = createStyled('history')
const Columns = s('div')`
  display: grid;
  grid-template-columns: 290px minmax(0, 1fr);
  gap: 32px;
  align-items: start;
  ${media.compact} { grid-template-columns: minmax(0, 1fr); gap: 24px; }
`
const Note = s('p')`
  margin-bottom: 12px;
  color: var(--text-2);
  font-size: var(--t-small);
`
const List = s('fieldset')`
  display: grid;
  max-height: min(60dvh, 560px);
  margin: 0;
  padding: 4px;
  overflow: auto;
  border: 0;
  & > legend { padding: 0; margin-bottom: 6px; font-weight: 640; }
  ${media.compact} { max-height: 240px; }
`
const VersionOption = s('label')`
  display: grid;
  grid-template-columns: auto minmax(0, 1fr);
  gap: 12px;
  padding: 10px 8px;
  border-top: 1px solid var(--line);
  cursor: pointer;
  overflow-wrap: anywhere;
  & > input { width: 20px; height: 20px; margin: 2px 0 0; accent-color: var(--primary); }
  & > span { display: grid; gap: 2px; }
  & b { font-weight: 640; }
  & small { color: var(--text-2); font-size: var(--t-small); }
  &:has(:checked) { border-radius: var(--r-sm); background: var(--surface-2); }
`
