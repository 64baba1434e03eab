import { describe, expect, test } from 'bun:test'
import { chown } from 'node:fs/promises'
import { openRepository } from '#server/git/repository.ts'
import { aCheckout } from '#tests/git/checkout.ts'
import { checkouts, post } from '#tests/git/committing.ts'

const committing = checkouts()

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

  test('of a file whose name git would quote is a commit like every other', async () => {
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

test('a folder that is in no checkout has no commits', async () => {
  expect(await openRepository('/')).toBeUndefined()
})
