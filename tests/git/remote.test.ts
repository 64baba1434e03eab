import { afterEach, describe, expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createRemote } from '#server/git/remote.ts'
import { openRepository } from '#server/git/runner/repository.ts'
import { createLog } from '#server/lib/log.ts'
import { aCheckout, aHook, type Checkout } from '#tests/git/checkout.ts'

const left: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const remove of left.splice(0).reverse()) await remove()
})

const post = 'title: A\none\ntwo\nthree\nfour\nfive\n'
const author = () => ({ name: 'Administrator', email: 'admin@testery.example' })

/** The site's checkout, an editor's clone, and the bare repository between them. */
async function twoSides() {
  const bare = await mkdtemp(join(tmpdir(), 'remote-'))
  const site = await aCheckout({ 'posts/a.md': post, 'posts/b.md': 'B.\n' })
  const editor = await aCheckout()
  await site.run('init', '-q', '--bare', '-b', 'main', bare)
  await site.run('remote', 'add', 'origin', bare)
  await site.run('push', '-q', '-u', 'origin', 'main')
  await editor.run('remote', 'add', 'origin', bare)
  await editor.run('pull', '-q', 'origin', 'main')
  await editor.run('branch', '-u', 'origin/main')
  left.push(() => rm(bare, { recursive: true, force: true }), site.remove, editor.remove)

  const repository = await openRepository(site.dir)
  if (!repository) throw new Error('No checkout.')
  const commands: (readonly string[])[] = []
  const remote = createRemote({
    repository,
    author,
    isAllowed: () => true,
    isReadable: (_, bytes) => !bytes.includes(33),
    exclusively: async (job) => void commands.push(await job()),
    log: createLog(
      'debug',
      () => {},
      () => new Date(),
    ),
    now: () => new Date(),
    retryMs: 60_000,
  })
  left.push(remote.close)
  return { site, editor, bare, remote, commands }
}

async function commits(who: Checkout, path: string, text: string) {
  await who.write(path, text)
  await who.run('add', '-A')
  await who.run('commit', '-q', '-m', `${path} changed`)
}
const pushes = async (who: Checkout, path: string, text: string) => {
  await commits(who, path, text)
  await who.run('push', '-q', 'origin', 'main')
}

describe('syncing a checkout with its upstream branch (GIT_PUSH)', () => {
  test('pushes a local commit', async () => {
    const { site, editor, remote } = await twoSides()
    await commits(site, 'posts/a.md', 'Other.\n')
    await remote.sync()
    await editor.run('pull', '-q')
    expect(await editor.text('posts/a.md')).toBe('Other.\n')
    expect(remote.state()).toEqual({ state: 'in sync' })
  })

  test("brings in an editor's push with the next fetch, and reports each file", async () => {
    const { site, editor, remote, commands } = await twoSides()
    await pushes(editor, 'posts/new.md', 'New.\n')
    await remote.sync()
    expect(await site.text('posts/new.md')).toBe('New.\n')
    expect(commands).toEqual([['posts/new.md']])
    expect(await site.status()).toBe('')
    expect(await site.run('rev-list', '--merges', '--count', 'HEAD')).toBe('0')
  })

  test('merges changes of both sides, locally and remotely', async () => {
    const { site, editor, remote } = await twoSides()
    await pushes(editor, 'posts/a.md', post.replace('five', 'FIVE'))
    await commits(site, 'posts/a.md', post.replace('title: A', 'title: B'))
    await remote.sync()
    const both = post.replace('five', 'FIVE').replace('title: A', 'title: B')
    expect(await site.text('posts/a.md')).toBe(both)
    await editor.run('pull', '-q')
    expect(await editor.text('posts/a.md')).toBe(both)
    expect(await site.status()).toBe('')
  })

  test('changes nothing when both sides changed the same line, and names the file', async () => {
    const { site, editor, remote } = await twoSides()
    await pushes(editor, 'posts/a.md', post.replace('one', 'uno'))
    await commits(site, 'posts/a.md', post.replace('one', 'eins'))
    await remote.sync()
    expect(remote.state()).toMatchObject({ state: 'diverged', files: ['posts/a.md'] })
    expect(await site.text('posts/a.md')).toBe(post.replace('one', 'eins'))
    expect(await site.status()).toBe('')
    expect(await editor.run('log', '--format=%s', '-1', 'origin/main')).toBe('posts/a.md changed')
  })

  test('continues after a manual merge', async () => {
    const { site, editor, remote } = await twoSides()
    await pushes(editor, 'posts/a.md', post.replace('one', 'uno'))
    await commits(site, 'posts/a.md', post.replace('one', 'eins'))
    await remote.sync()
    await site.run('merge', '-q', '-X', 'ours', '-m', 'By hand', 'origin/main')
    await remote.sync()
    expect(remote.state()).toEqual({ state: 'in sync' })
    await editor.run('pull', '-q')
    expect(await editor.text('posts/a.md')).toBe(post.replace('one', 'eins'))
  })

  test('does not bring in a merge that would be invalid content', async () => {
    const { site, editor, remote } = await twoSides()
    await pushes(editor, 'posts/a.md', post.replace('five', 'five!'))
    await commits(site, 'posts/a.md', post.replace('title: A', 'title: B'))
    await remote.sync()
    expect(remote.state()).toMatchObject({ state: 'diverged', files: ['posts/a.md'] })
    expect(await site.text('posts/a.md')).toBe(post.replace('title: A', 'title: B'))
  })

  test('never overwrites uncommitted work', async () => {
    const { site, editor, remote } = await twoSides()
    await pushes(editor, 'posts/a.md', post.replace('one', 'uno'))
    await site.write('posts/a.md', post.replace('two', 'zwei'))
    await remote.sync()
    expect(remote.state()).toMatchObject({ state: 'waiting', reason: expect.stringContaining('posts/a.md') })
    expect(await site.text('posts/a.md')).toBe(post.replace('two', 'zwei'))
    await site.run('checkout', '-q', 'posts/a.md')
    await remote.sync()
    expect(await site.text('posts/a.md')).toBe(post.replace('one', 'uno'))
  })

  test('leaves uncommitted work in other files', async () => {
    const { site, editor, remote } = await twoSides()
    await pushes(editor, 'posts/a.md', 'Other.\n')
    await site.write('posts/b.md', 'B, in the works.\n')
    await remote.sync()
    expect(await site.text('posts/a.md')).toBe('Other.\n')
    expect(await site.status()).toBe(' M posts/b.md')
  })

  test('waits for an unreachable remote', async () => {
    const { site, bare, remote } = await twoSides()
    await rm(bare, { recursive: true })
    await commits(site, 'posts/a.md', 'Other.\n')
    await remote.sync()
    expect(remote.state()).toMatchObject({ state: 'waiting' })
    expect(await site.text('posts/a.md')).toBe('Other.\n')
  })

  test('reports the message of a rejecting remote hook', async () => {
    const { site, bare, remote } = await twoSides()
    await aHook(join(bare, 'hooks/pre-receive'), 'echo "error: not on a Friday" >&2', 'exit 1')
    await commits(site, 'posts/a.md', 'Other.\n')
    await remote.sync()
    expect(remote.state()).toMatchObject({ state: 'waiting', reason: expect.stringMatching(/Friday|declined/) })
  })

  test('says what to do on a branch without upstream', async () => {
    const { site, remote } = await twoSides()
    await site.run('checkout', '-q', '-b', 'other')
    await remote.sync()
    expect(remote.state()).toMatchObject({
      state: 'waiting',
      reason: expect.stringContaining('git push -u origin other'),
    })
    await site.run('checkout', '-q', '--detach')
    await remote.sync()
    expect(remote.state()).toMatchObject({ state: 'waiting', pause: 'detached-head' })
  })
})
