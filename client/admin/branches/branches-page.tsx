import { QueryView } from '#client/admin/shared/data.tsx'
import { ConfirmDialog } from '#client/admin/shared/dialogs.tsx'
import { AdminPage } from '#client/admin/shell/admin-page.tsx'
import { Button } from '#client/ui/base/button.tsx'
import { lazyPart } from '#client/ui/base/lazy-part.tsx'
import { createStyled } from '#client/ui/base/styles.ts'
import { EmptyState } from '#client/ui/content/empty-state.tsx'
import { Alert } from '#client/ui/overlay/alert.tsx'
import type { BranchList } from '#contract/branches.ts'
import { BRANCH_MAX_DAYS, BRANCHES_MAX } from '#contract/limits.ts'
import { BranchItem } from './branch-item.tsx'
import { type BranchesState, useBranches } from './use-branches.ts'

const ConflictDialog = lazyPart(() => import('./branch-conflict-dialog.tsx'))

/** The branches that change content: their checks, their previews, and how to publish or remove them. */
export default function BranchesPage() {
  const branches = useBranches()
  const { list, failure, question, deciding } = branches
  return (
    <AdminPage
      action={
        <Button variant="outline" small busy={branches.isLooking ? 'Looking' : undefined} onClick={branches.lookAgain}>
          Look again
        </Button>
      }
    >
      {failure && (
        <Alert key={failure.attempt} onDismiss={branches.dismissFailure} focusOnMount>
          {failure.message}
        </Alert>
      )}
      <QueryView query={list} label="Loading branches...">
        {(found) => <Branches found={found} branches={branches} />}
      </QueryView>
      {deciding && (
        <ConflictDialog
          branch={deciding}
          onDecided={(resolved) => branches.publishDecided(deciding, resolved)}
          onClosed={branches.stopDeciding}
        />
      )}
      {question && <ConfirmDialog question={question} onClosed={branches.dismissQuestion} />}
    </AdminPage>
  )
}

function Branches({ found, branches }: { found: BranchList; branches: BranchesState }) {
  if (!found.kept) return <EmptyState title="There are no branches">{found.reason}</EmptyState>
  const { isOutdated, waiting, older, more } = found
  return (
    <Part>
      {isOutdated && <Notice>The remote can’t be reached. These are the branches as of the last time.</Notice>}
      {waiting !== null && <Notice>Nothing can be published now. {waiting}</Notice>}
      {found.branches.length === 0 ? (
        <NoBranches live={found.live} />
      ) : (
        <ul aria-label="Branches">
          {found.branches.map((branch) => (
            <BranchItem key={branch.name} branch={branch} branches={branches} />
          ))}
        </ul>
      )}
      <p role="status">{[moreInWords(more), olderInWords(older)].filter(Boolean).join(' ')}</p>
    </Part>
  )
}

const branchesInWords = (count: number) => (count === 1 ? 'One branch' : `${count} branches`)
const moreInWords = (count: number) =>
  count > 0 && `${branchesInWords(count)} more: only the newest ${BRANCHES_MAX} are listed.`
const olderInWords = (count: number) =>
  count > 0 &&
  `${branchesInWords(count)} without a commit for ${BRANCH_MAX_DAYS} days ${count === 1 ? 'is' : 'are'} not listed.`

/** How to push one. */
function NoBranches({ live }: { live: string }) {
  return (
    <>
      <EmptyState title="No branches">
        Push a branch that changes content, and preview it here before it is live. In your clone:
      </EmptyState>
      <ol aria-label="How to push a branch">
        {pushSteps(live).map((step) => (
          <li key={step}>
            <code>{step}</code>
          </li>
        ))}
      </ol>
    </>
  )
}

const pushSteps = (live: string) => [
  `git switch --create my-branch origin/${live}`,
  'git add --all && git commit --message "What I changed"',
  'git push origin my-branch',
]

const s = createStyled('admin-branches')
const Part = s('section')`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 18px;
  & > ul { display: grid; grid-template-columns: minmax(0, 1fr); gap: 18px; }
  & > ol {
    padding: 16px 20px;
    border-radius: var(--r-md);
    background: var(--surface);
    box-shadow: 0 0 0 1px var(--line);
    font-size: var(--t-small);
    overflow-wrap: anywhere;
  }
  & > p { color: var(--text-2); }
`
const Notice = s('p')`
  padding: 12px 18px;
  border-left: 5px solid var(--warning);
  border-radius: var(--r-md);
  background: var(--warning-soft);
  overflow-wrap: anywhere;
  &&& { color: var(--text); }
`
