import { useState } from 'react'
import { ConfirmDialog } from '#client/admin/confirm-dialog.tsx'
import { LoadFailed } from '#client/admin/load-failed.tsx'
import { createStyled } from '#client/ui/create-styled.ts'
import { Button } from '#client/ui/form/button.tsx'
import { Alert } from '#client/ui/overlay/alert.tsx'
import { Spinner } from '#client/ui/spinner.tsx'
import { formatDateTime } from '#contract/dates.ts'
import type { PostVersionDetail } from '#contract/history.ts'
import { useVersion } from './use-history.ts'
import { type Restoring, useRestore } from './use-restore.ts'
import { VersionChanges } from './version-changes.tsx'
import { VersionPreview } from './version-preview.tsx'

/** One version: what it changed, how visitors saw it, and the way back to it. */
export function Version(props: Restoring) {
  const version = useVersion(props.id, props.commit)
  if (version.status === 'loading') return <Spinner label="Loading version..." />
  if (version.status === 'failed') return <LoadFailed message={version.message} onRetry={version.again} />
  return <Shown detail={version.value} restoring={props} />
}

function Shown({ detail, restoring }: { detail: PostVersionDetail; restoring: Restoring }) {
  const [view, setView] = useState<'changes' | 'preview'>('changes')
  const { asking, ask, restore, answered, failure, dismiss } = useRestore(restoring)
  const { version, post, problem, notes, isCurrent } = detail
  return (
    <section aria-label="Version">
      <h3>{version.subject}</h3>
      <Meta>
        {formatDateTime(version.at, 'local')}, {version.author}, <code>{version.commit.slice(0, 7)}</code>
      </Meta>
      {failure && (
        <Alert key={failure.attempt} focusOnMount onDismiss={dismiss}>
          {failure.message}
        </Alert>
      )}
      <Ways>
        {views.map(({ id, label }) => (
          <Button key={id} small variant="outline" aria-pressed={view === id} onClick={() => setView(id)}>
            {label}
          </Button>
        ))}
        <Button small disabled={isCurrent || !post} onClick={ask}>
          Restore this version
        </Button>
      </Ways>
      {isCurrent && <Meta>The post is like this now.</Meta>}
      {problem && <Meta>It can be neither shown nor restored: {problem}</Meta>}
      {notes.map((note) => (
        <Meta key={note}>{note}</Meta>
      ))}
      {view === 'changes' ? <VersionChanges detail={detail} /> : post && <VersionPreview post={post} />}
      {asking && <ConfirmDialog question={{ ...question(detail), onYes: restore }} onClosed={answered} />}
    </section>
  )
}

const views = [
  { id: 'changes', label: 'Changes' },
  { id: 'preview', label: 'Preview' },
] as const

const question = ({ version }: PostVersionDetail) => ({
  title: 'Restore this version?',
  text: `The post becomes what it was on ${formatDateTime(version.at, 'local')}. What it is now stays in its history.`,
  yes: 'Restore',
  no: 'Cancel',
  busy: 'Restoring',
})

const s = createStyled('history-version')
const Meta = s('p')`
  margin-top: 6px;
  color: var(--text-2);
  font-size: var(--t-small);
  overflow-wrap: anywhere;
`
const Ways = s('div')`
  display: flex;
  flex-wrap: wrap;
  gap: 10px;
  margin: 16px 0;
  & > [aria-pressed='true'] { background: var(--surface-3); text-decoration: underline 2px; text-underline-offset: 5px; }
  & > :last-child { margin-left: auto; }
`
