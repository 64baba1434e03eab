import { When } from '#client/admin/shared/when.tsx'
import { TextLink } from '#client/ui/base/button.tsx'
import type { ContentState } from '#contract/content.ts'
import { pagePaths } from '#contract/paths.ts'
import type { SiteState } from '#contract/site-state.ts'
import { Fact, Facts, Part } from './facts.tsx'
import { StartHistory } from './start-history.tsx'

/** Which saves are committed and pushed. What to do about those that wait is in the list of posts. */
export function GitFacts({ state: { content, pushedAt, syncedAt, stuckSaves } }: { state: SiteState }) {
  if (content.git === 'off') {
    return (
      <Part title="Git">
        <p>Saves are in no commit: posts have no history, and deleted ones are not in the trash.</p>
        <StartHistory />
      </Part>
    )
  }
  const { branch, commit, follows, waiting } = content
  const held = heldBack(content)
  return (
    <Part title="Git">
      <Facts>
        <Fact name="State">{stateInWords(content)}</Fact>
        <Fact name="Branch">{branch ?? 'None is checked out'}</Fact>
        <Fact name="Last commit">{commit ?? 'None yet'}</Fact>
        <Fact name="Follows">{follows ?? 'No remote'}</Fact>
        {follows !== null && (
          <>
            <Fact name="Last push">{pushedAt ? <When at={pushedAt} /> : 'None since the start'}</Fact>
            <Fact name="Last in sync">{syncedAt ? <When at={syncedAt} /> : 'Not since the start'}</Fact>
          </>
        )}
        <Fact name="Not committed">{waiting ? `${waiting.saves} (${waiting.reason})` : 'None'}</Fact>
        <Fact name="Held back">{held.length === 0 ? 'None' : held.join(', ')}</Fact>
        <Fact name="Stuck saves">{stuckSaves === 0 ? 'None' : stuckSaves}</Fact>
      </Facts>
      {(content.git !== 'ok' || held.length > 0 || stuckSaves > 0) && (
        <TextLink to={pagePaths.adminBlog}>What to do is above the list of posts</TextLink>
      )}
    </Part>
  )
}

type Git = Exclude<ContentState, { git: 'off' }>

function stateInWords({ git, paused, apart }: Git): string {
  if (git === 'ok') return 'Every save is committed'
  if (git === 'diverged') return 'Diverged: the same lines were changed here and on the remote'
  if (git === 'rejected') return 'The remote changes files that only an operator merges'
  return `Waiting: ${paused?.reason ?? apart?.reason ?? 'git is busy'}`
}

/** Live files whose saves are in no commit, or not live. */
const heldBack = ({ left, aside = [], ignored = [] }: Git): readonly string[] => [
  ...new Set([...left, ...aside, ...ignored.map(({ file }) => file)]),
]
