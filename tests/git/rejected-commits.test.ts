import { describe, expect, test } from 'bun:test'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { aCheckout, aHook } from '#tests/git/checkout.ts'
import { checkouts, post } from '#tests/git/committing.ts'

const committing = checkouts()

describe('a commit that git rejects', () => {
  test('waits, is reported with the reason, and is created when git allows it', async () => {
    const checkout = await aCheckout({ 'posts/a.md': post })
    const { save, commits, nextCommit } = await committing(checkout, { retryMs: 10 })
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

  test("waits during another user's merge", async () => {
    const checkout = await aCheckout({ 'posts/a.md': post })
    const { save, commits, nextCommit } = await committing(checkout, { retryMs: 10 })
    const merging = join(checkout.dir, '.git/MERGE_HEAD')
    await Bun.write(merging, `${await checkout.run('rev-parse', 'HEAD')}\n`)
    await save('posts/a.md', 'Other.\n')
    expect(commits.state().reason).toStartWith('a merge is in progress in this checkout')
    const made = nextCommit()
    await rm(merging)
    await made
    expect(await checkout.committed('posts/a.md')).toBe('Other.\n')
  })

  test('leaves no temporary refs, whatever its outcome', async () => {
    const checkout = await aCheckout({ 'posts/a.md': post })
    const refs = () => checkout.run('for-each-ref', '--format=%(refname)')
    const { save } = await committing(checkout)
    await save('posts/a.md', 'Other.\n')
    await Bun.write(join(checkout.dir, '.git/HEAD.lock'), '')
    await save('posts/a.md', 'While locked.\n')
    expect(await refs()).toBe('refs/heads/main')
  })

  test('is created after a restart, in the order of the saves', async () => {
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

  test('is not blocked by a locked index', async () => {
    const checkout = await aCheckout({ 'posts/a.md': post })
    const { save } = await committing(checkout)
    await Bun.write(join(checkout.dir, '.git/index.lock'), '')
    await save('posts/a.md', 'Other.\n')
    expect(await checkout.committed('posts/a.md')).toBe('Other.\n')
  })

  test('is not blocked by hooks, which are not run', async () => {
    const checkout = await aCheckout({ 'posts/a.md': post })
    const { save } = await committing(checkout)
    await aHook(join(checkout.dir, '.git/hooks/pre-commit'), 'exit 1')
    await save('posts/a.md', 'Other.\n')
    expect(await checkout.committed('posts/a.md')).toBe('Other.\n')
  })
})
