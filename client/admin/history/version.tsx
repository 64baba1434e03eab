import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { QueryView } from '#client/admin/shared/data.tsx'
import { ConfirmDialog } from '#client/admin/shared/dialogs.tsx'
import { useAction } from '#client/admin/shared/use-action.ts'
import { ApiError } from '#client/api/http.ts'
import { fetchVersion, restoreVersion } from '#client/api/posts.ts'
import { formatDateTime } from '#client/lib/dates.ts'
import { Button } from '#client/ui/base/button.tsx'
import { createStyled } from '#client/ui/base/styles.ts'
import { Field } from '#client/ui/form/field.tsx'
import { Select } from '#client/ui/form/inputs.tsx'
import { Alert } from '#client/ui/overlay/alert.tsx'
import { cutText } from '#contract/cut-text.ts'
import type { PostVersion, PostVersionDetail } from '#contract/history.ts'
import { ComparedPage, type PutBack, VersionPage } from './compared-page.tsx'
import { FieldsOfPage, SourceChanges, VersionChanges } from './version-changes.tsx'

type Props = Restoring & { versions: readonly PostVersion[]; onPutBack: PutBack | undefined }

/** One version: its changes since the one before or another one, its preview and the button to restore it. */
export function Version({ versions, onPutBack, ...restoring }: Props) {
  const { id, commit } = restoring
  const [from, setFrom] = useState<string>()
  const query = useQuery({ queryKey: ['history', id, commit, from], queryFn: () => fetchVersion(id, commit, from) })
  const older = versions.slice(versions.findIndex((one) => one.commit === commit) + 1)
  const others = older.filter(({ event }) => event !== 'deleted')
  return (
    <QueryView query={query} label="Loading version...">
      {(detail) => (
        <Shown detail={detail} restoring={restoring} onPutBack={onPutBack}>
          {others.length > 0 && (
            <Field label="Compare with">
              <Select value={from ?? ''} onChange={({ target }) => setFrom(target.value || undefined)}>
                <option value="">The version before</option>
                {others.map(({ commit: other, at, subject }) => (
                  <option key={other} value={other}>
                    {`${formatDateTime(at, 'local')} · ${cutText(subject, SUBJECT_MAX_CHARACTERS)}`}
                  </option>
                ))}
              </Select>
            </Field>
          )}
        </Shown>
      )}
    </QueryView>
  )
}

const SUBJECT_MAX_CHARACTERS = 60

function Shown({ children, ...props }: ShownProps & { children: ReactNode }) {
  const { version, merged } = props.detail
  return (
    <section aria-label="Version">
      <h3>{version.subject}</h3>
      <Meta>
        <span>{formatDateTime(version.at, 'local')}</span>, <span>{version.author}</span>,{' '}
        <code>{version.commit.slice(0, 7)}</code>
      </Meta>
      {merged.length > 0 && <Merged commits={merged} />}
      {version.event === 'deleted' ? (
        <Deleted>The post was deleted here. Choose an older version to see it as it was.</Deleted>
      ) : (
        <>
          {children}
          <Content {...props} />
        </>
      )}
    </section>
  )
}

/** What a merge brought: its own author and message say only who merged. */
const Merged = ({ commits }: { commits: PostVersionDetail['merged'] }) => (
  <MergedCommits>
    <h4>Brought by this merge</h4>
    <ul>
      {commits.map(({ commit, at, author, subject }) => (
        <li key={commit}>
          <bdi>{subject}</bdi>{' '}
          <small>
            {'by '}
            <bdi>{author}</bdi>
            {`, ${formatDateTime(at, 'local')}`}
          </small>
        </li>
      ))}
    </ul>
  </MergedCommits>
)

type ShownProps = { detail: PostVersionDetail; restoring: Restoring; onPutBack: PutBack | undefined }

function Content({ detail, restoring, onPutBack }: ShownProps) {
  const [view, setView] = useState<View>('page')
  const { asking, ask, restore, answered, failure, dismiss } = useRestore(restoring)
  const { post, before, problem, notes, isCurrent, from, isFirst } = detail
  const isComparable = post !== null && (before !== null || isFirst || from === null)
  return (
    <>
      {failure && (
        <Alert key={failure.attempt} focusOnMount onDismiss={dismiss}>
          {failure.message}
        </Alert>
      )}
      <ButtonRow>
        {views.map(({ id, label }) => (
          <Button key={id} small variant="outline" aria-pressed={view === id} onClick={() => setView(id)}>
            {label}
          </Button>
        ))}
        <Button small disabled={isCurrent || !post} onClick={ask}>
          Restore this version
        </Button>
      </ButtonRow>
      {isCurrent && <Meta>The post is like this now.</Meta>}
      {problem && <Meta>{`It can be neither shown nor restored: ${problem}`}</Meta>}
      {notes.map((note) => (
        <Meta key={note}>{note}</Meta>
      ))}
      {view === 'page' && isComparable && (
        <>
          <FieldsOfPage detail={detail} />
          <ComparedPage before={before} post={post} onPutBack={onPutBack} />
        </>
      )}
      {(view === 'words' || (view === 'page' && !isComparable)) && <VersionChanges detail={detail} />}
      {view === 'source' && <SourceChanges detail={detail} />}
      {view === 'preview' && post && <VersionPage post={post} />}
      {asking && <ConfirmDialog question={{ ...question(detail), onYes: restore }} onClosed={answered} />}
    </>
  )
}

const views = [
  { id: 'page', label: 'Page' },
  { id: 'words', label: 'Words' },
  { id: 'source', label: 'Source' },
  { id: 'preview', label: 'Preview' },
] as const
type View = (typeof views)[number]['id']

const question = ({ version }: PostVersionDetail) => ({
  title: 'Restore this version?',
  text: `The post becomes what it was on ${formatDateTime(version.at, 'local')}. What it is now stays in its history.`,
  yes: 'Restore',
  no: 'Cancel',
  busy: 'Restoring',
})

export type Restoring = { id: string; commit: string; revision: string; onRestored: () => void; onStale: () => void }

/** Restores a version after confirmation. If the post has changed since, `onStale` reloads its history. */
export function useRestore({ id, commit, revision, onRestored, onStale }: Restoring) {
  const [asking, setAsking] = useState(false)
  const [done, setDone] = useState(false)
  const { failure, run, dismiss } = useAction(async () => {
    try {
      await restoreVersion(id, commit, revision)
      setDone(true)
    } catch (error) {
      if (error instanceof ApiError && error.status === 409) onStale()
      throw error
    }
  })
  return {
    asking,
    ask: () => setAsking(true),
    restore: run,
    /** The question closes before the dialog: focus cannot return behind an open dialog. */
    answered() {
      setAsking(false)
      if (done) onRestored()
    },
    failure,
    dismiss,
  }
}

const s = createStyled('history-version')
const Meta = s('p')`
  margin-top: 6px;
  color: var(--text-2);
  font-size: var(--t-small);
  overflow-wrap: anywhere;
  & + div { margin-top: 16px; }
`
const Deleted = s('p')`
  margin-top: 16px;
`
const ButtonRow = s('div')`
  display: flex;
  flex-wrap: wrap;
  gap: 10px;
  margin: 16px 0;
  & > [aria-pressed='true'] {
    background: var(--surface-3);
    text-decoration-line: underline;
    text-decoration-thickness: 2px;
    text-underline-offset: 5px;
  }
  & > :last-child { margin-left: auto; }
`
const MergedCommits = s('div')`
  margin: 12px 0;
  padding: 10px 14px;
  border-radius: var(--r-md);
  background: var(--surface-2);
  overflow-wrap: anywhere;
  & li { padding-block: 3px; }
  & small { color: var(--text-2); font-size: var(--t-small); }
`
