import { useQuery } from '@tanstack/react-query'
import { WarningPanel } from '#client/admin/shared/admin.styles.ts'
import { QueryView } from '#client/admin/shared/data.tsx'
import { durationInWords, sizeInWords } from '#client/admin/shared/in-words.ts'
import { ListTable } from '#client/admin/shared/list-table.tsx'
import { warningTexts } from '#client/admin/shared/warning-texts.ts'
import { When } from '#client/admin/shared/when.tsx'
import { AdminPage } from '#client/admin/shell/admin-page.tsx'
import { fetchSiteState } from '#client/api/site-state.ts'
import { createStyled, media } from '#client/ui/base/styles.ts'
import type { Replica, SiteState } from '#contract/site-state.ts'
import { Fact, Facts, Part } from './facts.tsx'
import { GitFacts } from './git-facts.tsx'
import { SiteChecks } from './site-checks.tsx'

const EVERY_MS = 30_000

/** The state of the site, for administrators who operate it. */
export default function SitePage() {
  const state = useQuery({ queryKey: ['site-state'], queryFn: fetchSiteState, refetchInterval: EVERY_MS })
  return (
    <AdminPage>
      <QueryView query={state} label="Loading the state of the site...">
        {(shown) => (
          <>
            {shown.content.warnings?.map((name) => (
              <WarningPanel key={name} role="status">
                {name === 'stuck-saves'
                  ? 'Saves that could not be merged wait above the list of posts.'
                  : warningTexts[name]}
              </WarningPanel>
            ))}
            <Server state={shown} />
            <GitFacts state={shown} />
            {shown.replicas !== undefined && <Replicas replicas={shown.replicas} />}
          </>
        )}
      </QueryView>
      <SiteChecks />
    </AdminPage>
  )
}

const disks: Record<SiteState['disk'], string> = {
  ok: 'Can be written',
  full: 'Full: saves fail',
  failing: 'Does not accept files: saves fail',
}
const databases: Record<SiteState['database'], string> = {
  files: 'None: records are in files',
  ok: 'PostgreSQL answers',
  away: 'PostgreSQL does not answer',
}

const Server = ({ state }: { state: SiteState }) => (
  <Part title="This server">
    <Facts>
      <Fact name="Version">
        {state.version}, commit {state.commit}
      </Fact>
      <Fact name="Runtime">Bun {state.bun}</Fact>
      <Fact name="Host">{state.host}</Fact>
      <Fact name="Started">
        <When at={state.startedAt} /> ({durationInWords(state.uptimeSeconds)} ago)
      </Fact>
      <Fact name="Disk">{disks[state.disk]}</Fact>
      {state.folders.map(({ name, freeBytes }) => (
        <Fact key={name} name={`Free for ${name}`}>
          {freeBytes === null ? 'Unknown' : sizeInWords(freeBytes)}
        </Fact>
      ))}
      <Fact name="Database">{databases[state.database]}</Fact>
      <Fact name="Last backup">{state.lastBackupAt ? <When at={state.lastBackupAt} /> : 'None is recorded'}</Fact>
    </Facts>
  </Part>
)

const columns = ['Replica', 'Last seen', 'Last in sync']

const Replicas = ({ replicas }: { replicas: readonly Replica[] | null }) => (
  <Part title="Replicas">
    {replicas === null ? (
      <p>The database does not answer, so the others are not known.</p>
    ) : (
      <ListTable label="Replicas of the last five minutes" columns={columns}>
        {replicas.map(({ host, isThis, seenAt, syncedAt }) => (
          <Row key={`${host} ${seenAt}`} role="row">
            <Cell role="cell">
              {host || 'An earlier version'}
              {isThis && ' (this one)'}
            </Cell>
            <Cell role="cell">
              <When at={seenAt} />
            </Cell>
            <Cell role="cell">{syncedAt ? <When at={syncedAt} /> : 'Not since its start'}</Cell>
          </Row>
        ))}
      </ListTable>
    )}
  </Part>
)

const s = createStyled('admin-site')
const Row = s('tr')`
  ${media.compact} { display: grid; }
`
const Cell = s('td')`
  padding: 12px 16px;
  border-top: 1px solid var(--line);
  overflow-wrap: anywhere;
  ${media.compact} { padding-block: 4px; border: 0; }
`
