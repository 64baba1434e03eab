import { describe, expect, test } from 'bun:test'
import { aCheckout } from '#tests/git/checkout.ts'
import { checkouts, post } from '#tests/git/committing.ts'

const committing = checkouts()

describe('a save next to work of another user in the same checkout', () => {
  test('does not commit their staged and uncommitted work in other files', async () => {
    const checkout = await aCheckout({ 'posts/a.md': post, 'posts/b.md': 'B.\n', 'posts/c.md': 'C.\n' })
    const { save } = await committing(checkout)
    await checkout.write('posts/b.md', 'B, staged.\n')
    await checkout.run('add', 'posts/b.md')
    await checkout.write('posts/c.md', 'C, changed.\n')
    await save('posts/a.md', 'Other.\n')
    expect(await checkout.run('show', '--name-only', '--format=', 'HEAD')).toBe('posts/a.md')
    expect(await checkout.status()).toBe('M  posts/b.md\n M posts/c.md')
  })

  test('commits only its own lines of a file with uncommitted work', async () => {
    const checkout = await aCheckout({ 'posts/a.md': post })
    const { save } = await committing(checkout)
    const theirs = post.replace('five', 'FIVE')
    await checkout.write('posts/a.md', theirs)
    await save('posts/a.md', theirs.replace('title: A', 'title: B'))
    expect(await checkout.committed('posts/a.md')).toBe(post.replace('title: A', 'title: B'))
    expect(await checkout.text('posts/a.md')).toBe(theirs.replace('title: A', 'title: B'))
    expect(await checkout.run('diff', '--stat=80')).toContain('1 insertion(+), 1 deletion(-)')
  })

  test('leaves the file uncommitted when both changed the same line', async () => {
    const checkout = await aCheckout({ 'posts/a.md': post })
    const { save, commits } = await committing(checkout)
    await checkout.write('posts/a.md', post.replace('one', 'uno'))
    await save('posts/a.md', post.replace('one', 'eins'))
    expect(await checkout.run('rev-list', '--count', 'HEAD')).toBe('1')
    expect(await checkout.text('posts/a.md')).toBe(post.replace('one', 'eins'))
    expect(commits.state().waiting).toBe(0)
  })

  test('leaves their staged work in the same file staged', async () => {
    const checkout = await aCheckout({ 'posts/a.md': post })
    const { save } = await committing(checkout)
    const theirs = post.replace('five', 'FIVE')
    await checkout.write('posts/a.md', theirs)
    await checkout.run('add', 'posts/a.md')
    await save('posts/a.md', theirs.replace('title: A', 'title: B'))
    expect(await checkout.run('show', ':posts/a.md')).toBe(theirs.trimEnd())
  })

  test('builds on a commit that they made in between', async () => {
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
