import { afterEach, describe, expect, test } from 'bun:test'
import { chown, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createCommits } from '#server/git/commits.ts'
import { openRepository } from '#server/git/repository.ts'
import { createLog } from '#server/http/log.ts'
import { aCheckout, aHook, type Checkout } from '#tests/git/checkout.ts'

const open: { close(): Promise<void>; remove(): Promise<void> }[] = []
afterEach(async () => {
  for (const one of open.splice(0)) {
    await one.close()
    await one.remove()
  }
})

const NOW = new Date('2026-05-06T07:08:09Z')
const lines = (...texts: string[]) => texts.map((text) => `${text}\n`).join('')
const post = lines('title: A', 'one', 'two', 'three', 'four', 'five')

/** A checkout whose commits are made by us, as they are after a start. */
async function committing(checkout: Checkout, retryMs = 60_000) {
  const repository = await openRepository(checkout.dir)
  if (!repository) throw new Error('No checkout.')
  const waits: (() => void)[] = []
  const commits = await createCommits({
    repository,
    author: () => ({ name: 'Administrator', email: 'admin@testery.example' }),
    pendingFile: join(checkout.dir, '.git', 'pending.json'),
    now: () => NOW,
    log: createLog(
      'debug',
      () => {},
      () => NOW,
    ),
    committed: () => waits.splice(0).map((done) => done()),
    retryMs,
  })
  open.push({ close: commits.close, remove: checkout.remove })

  /** What a save does: the file on the disk, then its commit. */
  async function save(path: string, after: string | null, subject = 'post: update "A"') {
    const file = join(checkout.dir, path)
    const before = await Bun.file(file)
      .bytes()
      .catch(() => null)
    if (after === null) await rm(file)
    else await checkout.write(path, after)
    const bytes = after === null ? null : new TextEncoder().encode(after)
    await commits.record([{ file, before, after: bytes }], {
      subject,
      trailers: { 'Content-Id': 'a', Via: 'dashboard' },
    })
  }
  return { commits, save, nextCommit: () => new Promise<void>((done) => waits.push(done)) }
}

describe('a save in a checkout', () => {
  test('is one commit, by the administrator, that says what and from where', async () => {
    const checkout = await aCheckout({ 'posts/a.md': post })
    const { save } = await committing(checkout)
    await save('posts/a.md', post.replace('one', 'ONE'))
    expect(await checkout.run('log', '--format=%an <%ae> %aI%n%B', '-1')).toBe(
      'Administrator <admin@testery.example> 2026-05-06T07:08:09+00:00\npost: update "A"\n\nContent-Id: a\nVia: dashboard',
    )
    expect(await checkout.run('diff', '--stat=80', 'HEAD~1')).toContain('1 insertion(+), 1 deletion(-)')
    expect(await checkout.status()).toBe('')
  })

  test('of a new file, and of one that is deleted, too', async () => {
    const checkout = await aCheckout({ 'posts/a.md': post })
    const { save } = await committing(checkout)
    await save('posts/new.md', 'New.\n')
    expect(await checkout.committed('posts/new.md')).toBe('New.\n')
    await save('posts/a.md', null)
    expect(await checkout.run('ls-tree', '-r', '--name-only', 'HEAD')).toBe('posts/new.md')
    expect(await checkout.status()).toBe('')
  })

  test('is the first commit of a branch that has none', async () => {
    const checkout = await aCheckout()
    const { save } = await committing(checkout)
    await save('posts/a.md', post)
    expect(await checkout.committed('posts/a.md')).toBe(post)
    expect(await checkout.run('rev-list', '--count', 'main')).toBe('1')
  })

  test('is a commit on a detached HEAD, and moves no branch', async () => {
    const checkout = await aCheckout({ 'posts/a.md': post })
    await checkout.run('checkout', '-q', '--detach')
    const { save } = await committing(checkout)
    await save('posts/a.md', 'Other.\n')
    expect(await checkout.committed('posts/a.md')).toBe('Other.\n')
    expect(await checkout.run('rev-list', '--count', 'main')).toBe('1')
  })

  test('keeps the mode of an executable file', async () => {
    const checkout = await aCheckout({ 'posts/a.md': post })
    await checkout.run('update-index', '--chmod=+x', 'posts/a.md')
    await checkout.run('commit', '-q', '-m', 'Executable')
    const { save } = await committing(checkout)
    await save('posts/a.md', 'Other.\n')
    expect(await checkout.run('ls-tree', 'HEAD', 'posts/a.md')).toStartWith('100755')
  })

  test('of a file whose name git would quote is a commit as any other', async () => {
    const checkout = await aCheckout({ 'posts/a.md': post })
    const { save } = await committing(checkout)
    await save('posts/a "b" \\ ü.md', 'Quoted.\n')
    expect(await checkout.run('ls-tree', '-r', '-z', '--name-only', 'HEAD')).toContain('posts/a "b" \\ ü.md')
    expect(await checkout.status()).toBe('')
  })

  test('is no commit where git ignores the file, or is told nothing new', async () => {
    const checkout = await aCheckout({ 'posts/a.md': post, '.gitignore': 'posts/ignored.md\n' })
    const { save } = await committing(checkout)
    await save('posts/ignored.md', 'Text.\n')
    await save('posts/a.md', post)
    expect(await checkout.run('rev-list', '--count', 'HEAD')).toBe('1')
  })

  test('is a commit in a checkout that belongs to somebody else', async () => {
    const checkout = await aCheckout({ 'posts/a.md': post })
    if (process.getuid?.() === 0) await chown(checkout.dir, 12_345, 12_345)
    const { save } = await committing(checkout)
    await save('posts/a.md', 'Other.\n')
    expect(await checkout.committed('posts/a.md')).toBe('Other.\n')
  })

  test('cannot be led astray by its title', async () => {
    const checkout = await aCheckout({ 'posts/a.md': post })
    const { save } = await committing(checkout)
    await save('posts/a.md', 'Other.\n', 'post: update "A\n\nVia: nobody"')
    expect(await checkout.run('log', '--format=%s', '-1')).toBe('post: update "A Via: nobody"')
  })
})

describe('what somebody else does in the same checkout', () => {
  test('staged and uncommitted work in other files is not swept into the commit, and stays', async () => {
    const checkout = await aCheckout({ 'posts/a.md': post, 'posts/b.md': 'B.\n', 'posts/c.md': 'C.\n' })
    const { save } = await committing(checkout)
    await checkout.write('posts/b.md', 'B, staged.\n')
    await checkout.run('add', 'posts/b.md')
    await checkout.write('posts/c.md', 'C, changed.\n')
    await save('posts/a.md', 'Other.\n')
    expect(await checkout.run('show', '--name-only', '--format=', 'HEAD')).toBe('posts/a.md')
    expect(await checkout.status()).toBe('M  posts/b.md\n M posts/c.md')
  })

  test('uncommitted work in the same file stays uncommitted; only the save itself is in the commit', async () => {
    const checkout = await aCheckout({ 'posts/a.md': post })
    const { save } = await committing(checkout)
    const theirs = post.replace('five', 'FIVE')
    await checkout.write('posts/a.md', theirs)
    await save('posts/a.md', theirs.replace('title: A', 'title: B'))
    expect(await checkout.committed('posts/a.md')).toBe(post.replace('title: A', 'title: B'))
    expect(await checkout.text('posts/a.md')).toBe(theirs.replace('title: A', 'title: B'))
    expect(await checkout.run('diff', '--stat=80')).toContain('1 insertion(+), 1 deletion(-)')
  })

  test('where both changed the same line, the file is left to the people', async () => {
    const checkout = await aCheckout({ 'posts/a.md': post })
    const { save, commits } = await committing(checkout)
    await checkout.write('posts/a.md', post.replace('one', 'uno'))
    await save('posts/a.md', post.replace('one', 'eins'))
    expect(await checkout.run('rev-list', '--count', 'HEAD')).toBe('1')
    expect(await checkout.text('posts/a.md')).toBe(post.replace('one', 'eins'))
    expect(commits.state().waiting).toBe(0)
  })

  test('what they have staged of the same file stays staged', async () => {
    const checkout = await aCheckout({ 'posts/a.md': post })
    const { save } = await committing(checkout)
    const theirs = post.replace('five', 'FIVE')
    await checkout.write('posts/a.md', theirs)
    await checkout.run('add', 'posts/a.md')
    await save('posts/a.md', theirs.replace('title: A', 'title: B'))
    expect(await checkout.run('show', ':posts/a.md')).toBe(theirs.trimEnd())
  })

  test('a commit of theirs in between is built upon', async () => {
    const checkout = await aCheckout({ 'posts/a.md': post, 'posts/b.md': 'B.\n' })
    const { save } = await committing(checkout)
    await Promise.all([
      save('posts/a.md', 'Other.\n'),
      (async () => {
        for (let time = 0; time < 5; time++) {
          await checkout.write('posts/b.md', `B ${time}.\n`)
          await checkout.run('commit', '-q', '-m', `B ${time}`, 'posts/b.md').catch(() => {})
        }
      })(),
    ])
    expect(await checkout.committed('posts/a.md')).toBe('Other.\n')
    expect(await checkout.committed('posts/b.md')).toStartWith('B')
  })
})

describe('a commit that git refuses', () => {
  test('waits, is told with the reason, and is made once git lets it', async () => {
    const checkout = await aCheckout({ 'posts/a.md': post })
    const { save, commits, nextCommit } = await committing(checkout, 10)
    const lock = join(checkout.dir, '.git/HEAD.lock')
    await Bun.write(lock, '')
    await save('posts/a.md', 'Other.\n')
    expect(commits.state()).toEqual({ waiting: 1, reason: expect.stringContaining('HEAD.lock'), left: [] })
    expect(await checkout.text('posts/a.md')).toBe('Other.\n')
    const made = nextCommit()
    await rm(lock)
    await made
    expect(await checkout.committed('posts/a.md')).toBe('Other.\n')
    expect(commits.state()).toEqual({ waiting: 0, reason: undefined, left: [] })
  })

  test('waits while somebody is in the middle of a merge', async () => {
    const checkout = await aCheckout({ 'posts/a.md': post })
    const { save, commits, nextCommit } = await committing(checkout, 10)
    const merging = join(checkout.dir, '.git/MERGE_HEAD')
    await Bun.write(merging, `${await checkout.run('rev-parse', 'HEAD')}\n`)
    await save('posts/a.md', 'Other.\n')
    expect(commits.state().reason).toBe('somebody is in the middle of a merge or rebase in this checkout')
    const made = nextCommit()
    await rm(merging)
    await made
    expect(await checkout.committed('posts/a.md')).toBe('Other.\n')
  })

  test('leaves nothing beside the branch, whatever became of it', async () => {
    const checkout = await aCheckout({ 'posts/a.md': post })
    const refs = () => checkout.run('for-each-ref', '--format=%(refname)')
    await checkout.run('update-ref', 'refs/saves/left-by-a-crash', 'HEAD')
    const { save } = await committing(checkout)
    await save('posts/a.md', 'Other.\n')
    await Bun.write(join(checkout.dir, '.git/HEAD.lock'), '')
    await save('posts/a.md', 'While locked.\n')
    expect(await refs()).toBe('refs/heads/main')
  })

  test('is made after a restart, in the order of the saves', async () => {
    const checkout = await aCheckout({ 'posts/a.md': post })
    const first = await committing(checkout)
    const lock = join(checkout.dir, '.git/HEAD.lock')
    await Bun.write(lock, '')
    await first.save('posts/a.md', 'One.\n', 'post: update "One"')
    await first.save('posts/a.md', 'Two.\n', 'post: update "Two"')
    await first.commits.close()
    await rm(lock)
    const second = await committing(checkout)
    await second.commits.close()
    expect(await checkout.run('log', '--format=%s')).toBe('post: update "Two"\npost: update "One"\nFirst')
    expect(await checkout.status()).toBe('')
  })

  test('an index that somebody has locked does not stop it', async () => {
    const checkout = await aCheckout({ 'posts/a.md': post })
    const { save } = await committing(checkout)
    await Bun.write(join(checkout.dir, '.git/index.lock'), '')
    await save('posts/a.md', 'Other.\n')
    expect(await checkout.committed('posts/a.md')).toBe('Other.\n')
  })

  test('hooks of the checkout are not run, so none can hold a save back', async () => {
    const checkout = await aCheckout({ 'posts/a.md': post })
    const { save } = await committing(checkout)
    await aHook(join(checkout.dir, '.git/hooks/pre-commit'), 'exit 1')
    await save('posts/a.md', 'Other.\n')
    expect(await checkout.committed('posts/a.md')).toBe('Other.\n')
  })
})

test('a folder that is in no checkout has no commits', async () => {
  expect(await openRepository('/')).toBeUndefined()
})
