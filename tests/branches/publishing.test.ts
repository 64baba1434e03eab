import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { adminPaths } from '#contract/admin-paths.ts'
import { aHook } from '#tests/git/checkout.ts'
import { firstText, POST, paragraph } from '#tests/git/saving.ts'
import { gitIn } from '#tests/helpers/git.ts'
import { aPost } from '#tests/helpers/small-content.ts'
import { branchSite } from './branch-site.ts'

let site: Awaited<ReturnType<typeof branchSite>>
let offsetMs = 0
const ends: (() => unknown)[] = []
beforeAll(async () => {
  site = await branchSite(ends, { now: () => new Date(Date.now() + offsetMs) })
})
afterAll(async () => {
  for (const end of ends.reverse()) await end()
})
const onRemote = (...words: string[]) => gitIn(site.bare)(words)
const message = async (answer: Response) => [answer.status, (await answer.json()).message]

describe('publishing a branch', () => {
  test('makes a merge commit of both, on the remote and live, after which the branch is not listed', async () => {
    const tip = await site.pushBranch('racks', { 'content/posts/racks.md': aPost({ title: 'Racks' }) })
    const saved = await site.save({ title: 'Saved meanwhile' })
    expect(saved.status).toBe(200)
    expect(await message(await site.publish({ name: 'racks', tip }))).toEqual([200, 'The branch is live.'])
    expect(await site.read('/blog/racks')).toContain('Racks')
    expect(await site.page()).toContain('Saved meanwhile')
    const head = await site.git('rev-parse', 'HEAD')
    expect(await onRemote('rev-parse', 'main')).toBe(head)
    const [subject, author, parents] = (await site.git('log', '-1', '--format=%s|%an|%P')).split('|')
    expect([subject, author]).toEqual(["Merge branch 'racks'", 'Administrator'])
    expect(parents?.split(' ')).toEqual([expect.stringMatching(/^[0-9a-f]{40}$/), tip])
    expect(await site.git('status', '--porcelain')).toBe('')
    expect(await site.branch('racks')).toBeUndefined()
    expect((await site.audit())[0]).toMatchObject({ event: 'branch.published', subject: 'racks' })
  })

  test('is refused for a tip that was not shown, a conflict, and errors of the checks', async () => {
    const old = await site.pushBranch('moving', { 'content/posts/moving.md': aPost({ title: 'Moving' }) })
    await site.pushBranch('moving', { 'content/posts/moving.md': aPost({ title: 'Moved' }) })
    const [status, changed] = await message(await site.publish({ name: 'moving', tip: old }))
    expect([status, changed]).toEqual([409, 'The branch has changed since it was shown. Look at the list again.'])
    const bad = await site.pushBranch('bad', { 'content/posts/bad.md': '---\ntitle: [\n---\n' })
    expect((await message(await site.publish({ name: 'bad', tip: bad })))[1]).toContain('The checks find errors')
    const theirs = await site.pushBranch('conflict', { [POST]: paragraph(firstText, 1, 'Of the branch.') })
    const { content } = await site.open()
    expect((await site.save({ content: paragraph(content, 1, 'Live.') })).status).toBe(200)
    expect((await message(await site.publish({ name: 'conflict', tip: theirs })))[1]).toContain('the same lines')
    for (const id of ['moving', 'bad']) expect(await site.status(`/blog/${id}`)).toBe(404)
    expect(await site.page()).toContain('Live.')
  })

  test('takes what a person decides about a post that both have changed, and all other changes of both', async () => {
    const live = await site.editor.committedOn('origin/main', POST)
    const tip = await site.pushBranch('decided', {
      [POST]: paragraph(paragraph(live, 2, 'Of the branch.'), 3, 'Only of the branch.'),
      'content/posts/decided.md': aPost({ title: 'Decided' }),
    })
    const { content } = await site.open()
    const mine = paragraph(paragraph(content, 2, 'Of the live site.'), 0, 'Only of the live site.')
    expect((await site.save({ content: mine })).status).toBe(200)
    expect(await site.branch('decided')).toMatchObject({ canPublish: true, canPreview: false })
    const stale = await site.conflict({ name: 'decided', tip, file: 'posts/a.md' })
    expect(stale.overlaps).toMatchObject([
      { field: 'content', base: 'Third\n', mine: 'Of the branch.\n', theirs: 'Of the live site.\n' },
    ])
    const { title, summary, revision } = stale.merged
    const byPerson = [stale.around[0], 'Of a person.\n', stale.around[1]].join('')
    const form = { title, summary, content: byPerson, category_id: 'production', tags: [], format: 'md', revision }
    const wanted = { name: 'decided', tip, resolved: [{ file: 'posts/a.md', form }] }
    const other = { ...wanted, resolved: [{ file: 'posts/a.md', form: { ...form, revision: 'x' } }] }
    expect((await site.publish(other)).status).toBe(409)
    expect(await message(await site.publish(wanted))).toEqual([200, 'The branch is live.'])
    const page = await site.page()
    for (const words of ['Of a person.', 'Only of the branch.', 'Only of the live site.']) expect(page).toContain(words)
    expect(page).not.toMatch(/>Of the (?:branch|live site)\./)
    expect(await site.status('/blog/decided')).toBe(200)
    expect(await site.branch('decided')).toBeUndefined()
  })

  test('is refused while commits wait or the remote cannot be reached, and then changes nothing', async () => {
    const tip = await site.pushBranch('waits', { 'content/posts/waits.md': aPost() })
    await site.app.services.checkout?.sync()
    await Bun.write(join(site.app.dir, '.git/MERGE_HEAD'), '')
    expect((await site.publish({ name: 'waits', tip })).ok).toBe(false)
    await Bun.file(join(site.app.dir, '.git/MERGE_HEAD')).delete()
    await site.git('remote', 'set-url', 'origin', 'file:///nowhere/at/all')
    expect((await site.publish({ name: 'waits', tip })).ok).toBe(false)
    await site.git('remote', 'set-url', 'origin', site.bare)
    await site.app.services.checkout?.sync()
    expect(await site.status('/blog/waits')).toBe(404)
    expect((await site.publish({ name: 'waits', tip })).status).toBe(200)
    expect(await site.status('/blog/waits')).toBe(200)
  })
})

describe('removing a branch', () => {
  test('deletes it on the remote, and is recorded', async () => {
    const tip = await site.pushBranch('unused', { 'content/posts/unused.md': aPost() })
    expect((await site.removeBranch({ name: 'unused', tip })).status).toBe(200)
    expect(await onRemote('branch', '--list', 'unused')).toBe('')
    expect(await site.branch('unused')).toBeUndefined()
    expect((await site.audit())[0]).toMatchObject({ event: 'branch.removed', subject: 'unused' })
  })

  test('is refused for another tip than the shown one, also if it is pushed at the last moment', async () => {
    const tip = await site.pushBranch('busy', { 'content/posts/busy.md': aPost() })
    await site.list()
    const next = await site.pushBranch('busy', { 'content/posts/busy.md': aPost({ title: 'Busy' }) })
    expect((await site.removeBranch({ name: 'busy', tip })).status).toBe(409)
    expect(await onRemote('rev-parse', 'busy')).toBe(next)
  })

  test('is refused for the live, the default and a protected branch', async () => {
    const files = { 'content/posts/kept.md': aPost() }
    const tipOfProtected = await site.pushBranch('production', files)
    expect((await site.branch('production'))?.canRemove).toBe(false)
    expect((await site.removeBranch({ name: 'production', tip: tipOfProtected })).status).toBe(409)
    const trial = await site.pushBranch('trial', files)
    await onRemote('symbolic-ref', 'HEAD', 'refs/heads/trial')
    expect((await site.branch('trial'))?.canRemove).toBe(false)
    expect((await site.removeBranch({ name: 'trial', tip: trial })).status).toBe(409)
    await onRemote('symbolic-ref', 'HEAD', 'refs/heads/main')
    const main = await onRemote('rev-parse', 'main')
    expect((await site.removeBranch({ name: 'main', tip: main })).status).toBe(404)
    expect(await onRemote('branch', '--list', 'main', 'production', 'trial')).toContain('production')
  })

  test('says so where the remote does not delete the branch', async () => {
    const tip = await site.pushBranch('guarded', { 'content/posts/guarded.md': aPost() })
    const hook = join(site.bare, 'hooks/pre-receive')
    await aHook(hook, 'exit 1')
    expect((await message(await site.removeBranch({ name: 'guarded', tip })))[1]).toContain('may be protected there')
    await Bun.file(hook).delete()
    expect(await onRemote('rev-parse', 'guarded')).toBe(tip)
  })
})

test('requests of strangers are rejected', async () => {
  const json = { name: 'guarded', tip: 'a'.repeat(40) }
  expect((await site.app.send('POST', adminPaths.publishBranch, { json })).status).toBe(401)
  for (const tip of ['HEAD', '--all', 'x', '']) expect((await site.publish({ name: 'guarded', tip })).status).toBe(422)
})

/** The last one: sessions of a clock that is set back may end. */
test('publishing and removing need a confirmation within ten minutes', async () => {
  const tip = await site.pushBranch('confirmed', { 'content/posts/confirmed.md': aPost() })
  offsetMs += 11 * 60_000
  for (const answer of [
    await site.publish({ name: 'confirmed', tip }),
    await site.removeBranch({ name: 'confirmed', tip }),
  ])
    expect([answer.status, (await answer.json()).confirmation]).toEqual([403, 'password'])
})
