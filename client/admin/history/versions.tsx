import { useState } from 'react'
import { LoadFailed } from '#client/admin/load-failed.tsx'
import { EmptyState } from '#client/ui/content/empty-state.tsx'
import { createStyled } from '#client/ui/create-styled.ts'
import { media } from '#client/ui/media.ts'
import { Spinner } from '#client/ui/spinner.tsx'
import { useHistory } from './use-history.ts'
import { Version } from './version.tsx'
import { VersionList } from './version-list.tsx'

export type VersionsProps = { id: string; onRestored: () => void }

/** The versions of a post beside the one that is looked at. */
export function Versions({ id, onRestored }: VersionsProps) {
  const history = useHistory(id)
  const [chosen, setChosen] = useState<string>()
  if (history.status === 'loading') return <Spinner label="Loading history..." />
  if (history.status === 'failed') return <LoadFailed message={history.message} onRetry={history.again} />
  const { value } = history
  if (!value.kept) return <EmptyState title="No history here">{value.reason}</EmptyState>
  const { versions, more, uncommitted, revision } = value
  const commit = chosen ?? versions[0]?.commit
  if (commit === undefined) return <EmptyState title="No version yet">No commit holds this post so far.</EmptyState>
  return (
    <Columns>
      <div>
        {uncommitted && (
          <Note>The file holds changes that are not committed yet. They are in none of these versions.</Note>
        )}
        <VersionList versions={versions} chosen={commit} onChoose={setChosen} />
        {more && <Note>There are older versions in git: git log --follow shows them all.</Note>}
      </div>
      <Version key={commit} {...{ id, commit, revision, onRestored }} onStale={history.again} />
    </Columns>
  )
}

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
