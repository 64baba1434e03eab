import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { fileAt, historyOf, type Version } from '#server/git/history.ts'
import { openRepository, type Repository } from '#server/git/repository.ts'
import { aCheckout, type Checkout } from '#tests/git/checkout.ts'

let checkout: Checkout
let repository: Repository
let versions: Version[]
const text = 'title: A\none\ntwo\nthree\n'

beforeAll(async () => {
  checkout = await aCheckout({ 'posts/a.md': text, 'posts/b.md': 'B.\n' })
  await checkout.write('posts/a.md', text.replace('one', 'ONE'))
  await checkout.run('commit', '-q', '-a', '-m', 'post: update "A"\n\nVia: dashboard')
  await checkout.run('mv', 'posts/a.md', 'posts/renamed.md')
  await checkout.run('commit', '-q', '-m', 'post: rename "A"')
  const found = await openRepository(checkout.dir)
  if (!found) throw new Error('No checkout.')
  repository = found
  versions = await historyOf(repository, 'posts/renamed.md')
})
afterAll(() => checkout.remove())

describe('the history of a file', () => {
  test('is newest first, through its renames, with who, when and why', () => {
    expect(versions.map(({ subject, path, author }) => [subject, path, author])).toEqual([
      ['post: rename "A"', 'posts/renamed.md', 'An Editor'],
      ['post: update "A"', 'posts/a.md', 'An Editor'],
      ['First', 'posts/a.md', 'An Editor'],
    ])
    expect(Date.parse(versions[0]?.at ?? '')).toBeCloseTo(Date.now(), -6)
  })

  test('gives each version as it was', async () => {
    const texts = await Promise.all(versions.map((version) => fileAt(repository, version, 1_000)))
    expect(texts.map((bytes) => new TextDecoder().decode(bytes))).toEqual([
      text.replace('one', 'ONE'),
      text.replace('one', 'ONE'),
      text,
    ])
  })

  test('gives nothing of a file that was not there, of one that is too large, and of what is no commit', async () => {
    const [newest] = versions
    if (!newest) throw new Error('No version.')
    expect(await fileAt(repository, { ...newest, path: 'posts/none.md' }, 1_000)).toBeUndefined()
    expect(await fileAt(repository, newest, 3)).toBeUndefined()
    expect(await fileAt(repository, { ...newest, commit: '--output=/tmp/x' }, 1_000)).toBeUndefined()
    expect(await historyOf(repository, 'posts/none.md')).toEqual([])
  })
})
