import { describe, expect, test } from 'bun:test'
import { aCheckout } from '#tests/git/checkout.ts'
import { checkouts, post } from '#tests/git/committing.ts'

const committing = checkouts()

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
