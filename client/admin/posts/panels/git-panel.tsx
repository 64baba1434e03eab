import { type ReactNode, useId } from 'react'
import { Head, WarningPanel } from '#client/admin/shared/admin.styles.ts'
import { warningTexts } from '#client/admin/shared/warning-texts.ts'
import { lazyPart } from '#client/ui/base/lazy-part.tsx'
import { createStyled } from '#client/ui/base/styles.ts'
import type { ContentState } from '#contract/content.ts'

const StuckSaves = lazyPart(() => import('#client/admin/posts/panels/stuck-saves.tsx'))

type Git = Exclude<ContentState, { git: 'off' }>

/** What needs attention: warnings of the site, and what waits to be in git, why, and what to do. */
export function GitPanel({ state }: { state: ContentState | undefined }) {
  return (
    <>
      {state?.warnings?.map((name) =>
        name === 'stuck-saves' ? (
          <StuckSaves key={name} />
        ) : (
          <GitWarning key={name} role="status">
            {warningTexts[name]}
          </GitWarning>
        ),
      )}
      {state?.notificationsWaiting && (
        <GitWarning role="status">
          Notifications of sign-ups and messages are waiting: the mail server or the webhook does not accept them. They
          are sent again automatically, and all leads are stored.
        </GitWarning>
      )}
      {state && state.git !== 'off' && <GitState state={state} />}
    </>
  )
}

function GitState({ state }: { state: Git }) {
  const id = useId()
  const { git, waiting, paused, left, aside = [], ignored = [], apart } = state
  if (isInSync(state)) return null
  const isStuck = git === 'diverged' || git === 'rejected'
  return (
    <GitWarning aria-labelledby={id}>
      <Head>
        <h2 id={id}>{isStuck ? 'Git needs a decision' : 'Saves in git'}</h2>
      </Head>
      {waiting && (
        <p>
          <span>{waiting.saves === 1 ? '1 save is' : `${waiting.saves} saves are`}</span> live, but in no commit yet:{' '}
          <span>{waiting.reason}</span>. The site tries again.
        </p>
      )}
      {paused && !waiting && (
        <p>
          The next saves will be live, but in no commit: <span>{paused.reason}</span>. They are committed once this has
          ended.
        </p>
      )}
      <Files names={left}>
        Saved and live, but not committed, because the checkout has uncommitted changes in the same lines. Commit them
        in the checkout:
      </Files>
      <Files names={aside}>
        Saved while commits waited, and no longer live, because the branch has changed the same lines since. What was
        saved is on the branch <code>saves-aside</code>; merge it, or delete that branch:
      </Files>
      {ignored.length > 0 && (
        <ul>
          {ignored.map(({ file, rule }) => (
            <li key={file}>
              <code>{file}</code> is live, not in git: ignored by <code>{rule}</code>
            </li>
          ))}
        </ul>
      )}
      {apart && !isStuck && <p>{`Not pushed yet: ${apart.reason}. The site tries again.`}</p>}
      {apart && isStuck && <Diverged apart={apart} />}
    </GitWarning>
  )
}

const isInSync = ({ waiting, paused, apart, left, aside = [], ignored = [] }: Git): boolean =>
  !waiting && !paused && !apart && [left, aside, ignored].every(({ length }) => length === 0)

/** Where saves go, in one quiet line while all is well. */
export function GitLine({ state }: { state: ContentState | undefined }) {
  return state && state.git !== 'off' && isInSync(state) ? <StatusLine>{inSyncText(state)}</StatusLine> : null
}

function Files({ names, children }: { names: readonly string[]; children: ReactNode }) {
  if (names.length === 0) return null
  return (
    <>
      <p>{children}</p>
      <ul>
        {names.map((name) => (
          <li key={name}>
            <code>{name}</code>
          </li>
        ))}
      </ul>
    </>
  )
}

function Diverged({ apart: { reason, steps } }: { apart: NonNullable<Git['apart']> }) {
  return (
    <>
      <p>
        The site serves what was saved here; nothing is lost, and nothing goes to or comes from the remote:{' '}
        <span>{reason}</span>.
      </p>
      <ol>
        {steps.map(({ where, commands }) => (
          <li key={where}>
            <span>{where}</span>:<pre>{commands.join('\n')}</pre>
          </li>
        ))}
      </ol>
      <p>The site picks up the merge automatically, within minutes.</p>
    </>
  )
}

function inSyncText({ branch, commit, follows }: Git): string {
  const last = commit ? `last commit ${commit}` : 'no commit yet'
  if (follows) return `In step with ${follows}, ${last}`
  return branch ? `Every save is a commit on ${branch}, ${last}` : `Every save is a commit, ${last}`
}

const s = createStyled('admin-git')
const StatusLine = s('p')`
  margin-right: auto;
  color: var(--text-2);
  font-size: var(--t-small);
  overflow-wrap: anywhere;
`
const GitWarning = s(WarningPanel)`
  display: grid;
  gap: 10px;
  & ol { display: grid; gap: 10px; padding-left: 20px; list-style: decimal; }
  & pre {
    margin-top: 4px;
    padding: 10px 12px;
    border-radius: var(--r-sm);
    background: var(--bg);
    font: 400 0.875rem / 1.6 ui-monospace, 'DejaVu Sans Mono', monospace;
    white-space: pre-wrap;
  }
`
