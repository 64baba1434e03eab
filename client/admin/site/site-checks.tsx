import { useQuery } from '@tanstack/react-query'
import { QueryView } from '#client/admin/shared/data.tsx'
import { fetchSiteChecks } from '#client/api/site-state.ts'
import { Button } from '#client/ui/base/button.tsx'
import { createStyled, media } from '#client/ui/base/styles.ts'
import type { CheckedFinding, FindingState } from '#contract/site-state.ts'
import { Part } from './facts.tsx'

/** What `bun run doctor` says. Loaded by itself: checks ask other machines, and take up to five seconds. */
export function SiteChecks() {
  const checks = useQuery({ queryKey: ['site-checks'], queryFn: fetchSiteChecks })
  return (
    <Part title="Checks">
      <p>
        The same as <code>bun run doctor</code> on this server.
      </p>
      <QueryView query={checks} label="Checking...">
        {(found) => (
          <List aria-label="Checks">
            {found.map((check) => (
              <CheckItem key={check.name} check={check} />
            ))}
          </List>
        )}
      </QueryView>
      {!checks.isPending && (
        <Button
          variant="outline"
          small
          busy={checks.isFetching ? 'Checking' : undefined}
          onClick={() => void checks.refetch()}
        >
          Check again
        </Button>
      )}
    </Part>
  )
}

const words: Record<FindingState, string> = {
  ok: 'OK',
  warning: 'Warning',
  problem: 'Problem',
  'not-checked': 'Not checked',
}

const CheckItem = ({ check: { name, state, text } }: { check: CheckedFinding }) => (
  <Item>
    <strong>{name}</strong>
    <State $isWrong={state === 'warning' || state === 'problem'}>{words[state]}</State>
    <span>{text}</span>
  </Item>
)

const s = createStyled('admin-site-checks')
const List = s('ul')`
  margin-block: 12px 18px;
`
const Item = s('li')`
  display: grid;
  grid-template-columns: 6.5rem 7rem minmax(0, 1fr);
  gap: 4px 16px;
  padding-block: 10px;
  border-bottom: 1px solid var(--line);
  overflow-wrap: anywhere;
  & > :last-child { color: var(--text-2); }
  ${media.phone} {
    grid-template-columns: minmax(0, 1fr) auto;
    & > :last-child { grid-column: 1 / -1; }
  }
`
const State = s('span')<{ $isWrong: boolean }>`
  color: var(${({ $isWrong }) => ($isWrong ? '--warning' : '--text-2')});
  font-weight: 640;
`
