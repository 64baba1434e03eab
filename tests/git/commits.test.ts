import { describe, expect, test } from 'bun:test'
import { chown } from 'node:fs/promises'
import { join } from 'node:path'
import { openRepository } from '#server/git/runner/repository.ts'
import { aCheckout } from '#tests/git/checkout.ts'
import { checkouts, post } from '#tests/git/committing.ts'

const committing = checkouts()

describe('committing a save', () => {
  test('creates one commit by the administrator that names the action and its origin', async () => {
    const checkout = await aCheckout({ 'posts/a.md': post })
    const { save } = await committing(checkout)
    await save('posts/a.md', post.replace('one', 'ONE'))
    expect(await checkout.run('log', '--format=%an <%ae> %aI%n%B', '-1')).toBe(
      'Administrator <admin@testery.example> 2026-05-06T07:08:09+00:00\npost: update "A"\n\nContent-Id: a\nVia: dashboard',
    )
    expect(await checkout.run('diff', '--stat=80', 'HEAD~1')).toContain('1 insertion(+), 1 deletion(-)')
    expect(await checkout.status()).toBe('')
  })

  test('works for new and deleted files', async () => {
    const checkout = await aCheckout({ 'posts/a.md': post })
    const { save } = await committing(checkout)
    await save('posts/new.md', 'New.\n')
    expect(await checkout.committed('posts/new.md')).toBe('New.\n')
    await save('posts/a.md', null)
    expect(await checkout.run('ls-tree', '-r', '--name-only', 'HEAD')).toBe('posts/new.md')
    expect(await checkout.status()).toBe('')
  })

  test('creates the first commit of an empty branch', async () => {
    const checkout = await aCheckout()
    const { save } = await committing(checkout)
    await save('posts/a.md', post)
    expect(await checkout.committed('posts/a.md')).toBe(post)
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

  test('works for a path that git would quote', async () => {
    const folder = 'a "b" \\ ü'
    const checkout = await aCheckout({ [`${folder}/posts/a.md`]: post })
    const { save } = await committing(checkout, { folder })
    await save('posts/b.md', 'Quoted.\n')
    expect(await checkout.run('ls-tree', '-r', '-z', '--name-only', 'HEAD')).toContain(`${folder}/posts/b.md`)
    expect(await checkout.status()).toBe('')
  })

  test('creates no commit for an ignored file from outside, or an unchanged one', async () => {
    const checkout = await aCheckout({ 'posts/a.md': post, '.gitignore': 'posts/ignored.md\n' })
    await checkout.write('posts/ignored.md', 'From outside.\n')
    const { save } = await committing(checkout)
    await save('posts/ignored.md', 'Text.\n')
    await save('posts/a.md', post)
    expect(await checkout.run('rev-list', '--count', 'HEAD')).toBe('1')
  })

  test('works in a checkout that belongs to another user', async () => {
    const checkout = await aCheckout({ 'posts/a.md': post })
    if (process.getuid?.() === 0) await chown(checkout.dir, 12_345, 12_345)
    const { save } = await committing(checkout)
    await save('posts/a.md', 'Other.\n')
    expect(await checkout.committed('posts/a.md')).toBe('Other.\n')
  })

  test('stores line feeds where the checkout has other line ends', async () => {
    const checkout = await aCheckout({ 'posts/a.md': post })
    await checkout.run('config', 'core.autocrlf', 'true')
    const windows = (text: string) => text.replaceAll('\n', '\r\n')
    await checkout.write('posts/a.md', windows(post))
    const { save } = await committing(checkout)
    await save('posts/a.md', windows(post.replace('one', 'ONE')))
    expect(await checkout.committed('posts/a.md')).toBe(post.replace('one', 'ONE'))
    expect(await checkout.status()).toBe('')
  })

  test('does not interpret a hostile title', async () => {
    const checkout = await aCheckout({ 'posts/a.md': post })
    const { save } = await committing(checkout)
    await save('posts/a.md', 'Other.\n', 'post: update "A\n\nVia: nobody"')
    expect(await checkout.run('log', '--format=%s', '-1')).toBe('post: update "A Via: nobody"')
  })
})

test('works in a linked worktree, whose git folder is elsewhere', async () => {
  const checkout = await aCheckout({ 'posts/a.md': post })
  await checkout.run('worktree', 'add', '-q', '-b', 'other', 'linked')
  const linked = join(checkout.dir, 'linked')
  const repository = await openRepository(join(linked, 'posts'))
  expect(repository?.root).toBe(linked)
  expect(await repository?.git(['symbolic-ref', '--short', 'HEAD'])).toBe('other')
  expect(await repository?.pathOf(join(linked, 'posts/missing/b.md'))).toBe('posts/missing/b.md')
  expect(await repository?.pathOf(join(checkout.dir, 'posts/a.md'))).toBeUndefined()
  await Bun.write(join(linked, 'posts/a.md'), 'Other.\n')
  expect(await repository?.uncommitted(['posts/a.md'])).toEqual(['posts/a.md'])
  await checkout.remove()
})

test('creates no commits for a folder outside any checkout', async () => {
  expect(await openRepository('/')).toBeUndefined()
})
