import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { adminPaths } from '#contract/admin-paths.ts'
import type { StuckSaves } from '#contract/stuck-saves.ts'
import type { Environment } from '#server/config.ts'
import { administrator, firstText } from '#tests/git/saving.ts'
import { eventually } from '#tests/helpers/eventually.ts'
import { createBareRemote, runGit } from '#tests/helpers/git-remote.ts'
import { emptyDatabase, type PostgresServer, query } from '#tests/helpers/postgres.ts'
import { smallContent } from '#tests/helpers/small-content.ts'
import { testApp } from '#tests/helpers/test-app.ts'

/** Sites with folders of their own that follow one bare remote and share a database. `ends` closes all in reverse order. */
export async function replicatedSite(
  ends: (() => unknown)[],
  { env: more = {}, server }: { env?: Environment; server?: Promise<PostgresServer> } = {},
) {
  const folder = await mkdtemp(join(tmpdir(), 'replicas-'))
  ends.push(() => rm(folder, { recursive: true, force: true }))
  const bare = join(folder, 'site.git')
  await createBareRemote(bare, { ...smallContent, 'posts/a.md': firstText })
  const database = await emptyDatabase(server)
  const env = { GIT_REMOTE: `file://${bare}`, GIT_PUSH: 'on', DATABASE_URL: database, RATE_LIMITS: 'off', ...more }

  /** A replica that starts with the folders of `name`, or none. */
  async function start(name: string) {
    const dir = join(folder, name)
    const app = await testApp({ dir, env })
    ends.push(app.stop)
    app.services.follow()
    const admin = await administrator(app)
    const git = (...words: string[]) => runGit(dir, ...words)
    return {
      ...app,
      ...admin,
      git,
      stuck: async (): Promise<StuckSaves['saves']> => {
        const headers = { authorization: `Bearer ${await app.session()}` }
        return (await (await app.get(adminPaths.stuckSaves, { headers })).json()).saves
      },
      /** Fetches, merges and pushes now. */
      sync: async () => app.services.checkout?.sync(),
      /** Sets the URL of its remote, for this replica only. */
      setRemote: (url: string) => git('remote', 'set-url', 'origin', url),
      file: (path: string) => Bun.file(join(dir, path)),
    }
  }
  return {
    folder,
    bare,
    database,
    start,
    remote: (...words: string[]) => runGit(bare, ...words),
    /** Records of saves that are not pushed. */
    waiting: () =>
      query<{ id: string; problem: string | null }>(database, 'select id, problem from site_save where pushed is null'),
    /** Lets time pass for recorded saves. */
    age: (seconds = 60) => query(database, `update site_save set recorded = recorded - interval '${seconds} s'`),
    /** Lets ten seconds pass without a heartbeat of any replica. */
    silence: () => query(database, "update site_replica set seen = seen - interval '10 s'"),
    deleteFolders: (name: string) => rm(join(folder, name), { recursive: true, force: true }),
    shows: ({ page }: { page(): Promise<string> }, words: string) =>
      eventually(async () => (await page()).includes(words), Boolean),
  }
}

/** A replicated site with two replicas. */
export async function twoReplicas(ends: (() => unknown)[]) {
  const site = await replicatedSite(ends)
  return { site, one: await site.start('one'), other: await site.start('other') }
}
