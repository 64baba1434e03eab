import { beforeEach, describe, expect, test } from 'bun:test'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { adminPaths } from '#contract/admin-paths.ts'
import type { BranchList, BranchPreview } from '#contract/branches.ts'
import { endsOfEachTest } from '#tests/helpers/ends.ts'
import { eventually } from '#tests/helpers/eventually.ts'
import { runGit } from '#tests/helpers/git-remote.ts'
import { hasPostgres } from '#tests/helpers/postgres.ts'
import { aPost } from '#tests/helpers/small-content.ts'
import { replicatedSite } from './replicas.ts'

const ends = endsOfEachTest()

describe.skipIf(!hasPostgres)('a branch of a site with three replicas', () => {
  type Site = Awaited<ReturnType<typeof replicatedSite>>
  type Replica = Awaited<ReturnType<Site['start']>>
  let site: Site
  let replicas: [Replica, Replica, Replica]
  let tip = ''

  beforeEach(async () => {
    site = await replicatedSite(ends)
    replicas = [await site.start('one'), await site.start('two'), await site.start('three')]
    const clone = join(site.folder, 'editor')
    runGit(site.folder, 'clone', '-q', site.bare, clone)
    runGit(clone, 'switch', '-q', '-c', 'racks')
    await mkdir(join(clone, 'content/posts'), { recursive: true })
    await Bun.write(join(clone, 'content/posts/racks.md'), aPost({ title: 'Racks' }))
    runGit(clone, 'add', '-A')
    runGit(clone, 'commit', '-q', '-m', 'Racks')
    runGit(clone, 'push', '-q', 'origin', 'racks')
    tip = runGit(clone, 'rev-parse', 'HEAD')
  })

  const send = async (replica: Replica, method: string, path: string, json?: unknown) =>
    replica.send(method, path, { token: await replica.session(), json })
  const names = async (replica: Replica) => {
    const list: BranchList = await (await send(replica, 'GET', adminPaths.branches)).json()
    return list.kept ? list.branches.map(({ name, hasLinks }) => ({ name, hasLinks })) : []
  }

  test('is listed by each, its links work on each, and end on each', async () => {
    const [one, two] = replicas
    for (const replica of replicas) expect(await names(replica)).toEqual([{ name: 'racks', hasLinks: false }])
    const { after }: BranchPreview = await (
      await send(one, 'POST', adminPaths.branchPreviews, { name: 'racks' })
    ).json()
    for (const replica of replicas) expect((await replica.get(`${after}blog/racks`)).status).toBe(200)
    expect(await names(two)).toEqual([{ name: 'racks', hasLinks: true }])
    expect((await send(two, 'DELETE', `${adminPaths.branchPreviews}?name=racks`)).status).toBe(200)
    for (const replica of replicas) expect((await replica.get(`${after}blog/racks`)).status).toBe(404)
  })

  test('is published by one, in a commit that the remote has, and live on each', async () => {
    const [, two] = replicas
    expect((await two.save({ title: 'Saved just before' })).status).toBe(200)
    expect((await send(two, 'POST', adminPaths.publishBranch, { name: 'racks', tip })).status).toBe(200)
    expect(site.remote('log', '-1', '--format=%s', 'main')).toBe("Merge branch 'racks'")
    for (const replica of replicas) {
      await eventually(
        async () => (await replica.get('/blog/racks')).status,
        (status) => status === 200,
      )
      expect(await names(replica)).toEqual([])
      expect(replica.git('status', '--porcelain')).toBe('')
      expect(replica.git('rev-parse', 'HEAD')).toBe(site.remote('rev-parse', 'main'))
    }
  })
})
