import { beforeAll, describe, expect, test } from 'bun:test'
import { eventually } from '#tests/helpers/eventually.ts'
import { aPost } from '#tests/helpers/small-content.ts'
import { ADMIN } from '#tests/helpers/test-app.ts'
import { first, historySite } from './history-site.ts'

const { app, git, file, write, kept, commits, look, restore, save, commitAs } = historySite()
const image = `posts/${'a'.repeat(32)}-600x300.webp`

describe('a restore', () => {
  beforeAll(async () => {
    await save({ title: 'A better bake', content: 'One.\n\nBake at six.\n' })
    await save({ content: 'Gone.\n' })
  })

  test('makes the file what it was, byte for byte, by a commit of its own', async () => {
    const { versions, revision } = await kept()
    const answer = await restore(versions.at(-1)?.commit, revision)
    expect(answer.status).toBe(200)
    expect(await file().text()).toBe(first)
    const short = versions.at(-1)?.commit.slice(0, 7)
    expect(await git('log', '-1', '--format=%an <%ae> %s')).toBe(
      `Administrator <${ADMIN.email}> post: restore "A bake" from ${short}`,
    )
    expect(await git('status', '--porcelain')).toBe('')
    expect(await (await app().get('/blog/a')).text()).toContain('Bake at five.')
    expect(await look((await commits())[0])).toMatchObject({ isCurrent: true })
  })

  test('of what the file says already writes nothing', async () => {
    const before = await commits()
    expect((await restore(before[0], (await kept()).revision)).status).toBe(200)
    expect(await commits()).toEqual(before)
  })

  test('is refused where the file changed since its history was opened', async () => {
    const { versions, revision } = await kept()
    await save({ title: 'Meanwhile', content: 'Two.\n' })
    const answer = await restore(versions[1]?.commit, revision)
    expect(answer.status).toBe(409)
    expect((await answer.json()).message).toContain('has been changed since its history was opened')
    expect(await file().text()).toContain('Meanwhile')
    expect((await restore(versions[1]?.commit)).status).toBe(422)
  })

  test('goes across a rename: the post keeps the name and the old addresses that it has today', async () => {
    await git('mv', 'content/posts/a.md', 'content/posts/moved.md')
    await write('moved', first.replace('date:', 'aliases: [a]\ndate:'))
    await commitAs('Rename a', ['a', 'moved'])
    await eventually(() => app().parts.content.snapshot().posts.has('moved'), Boolean)
    const { versions, revision } = await kept('moved')
    const renamed = await look(versions[0]?.commit, 'moved')
    expect(renamed.fields[0]).toMatchObject({ field: 'address' })
    expect((await restore(versions.at(-1)?.commit, revision, 'moved')).status).toBe(200)
    const text = await file('moved').text()
    expect(text.replace('aliases:\n  - a\n', '').replace('aliases: [a]\n', '')).toBe(first)
    expect((await app().get('/blog/a')).status).toBe(301)
  })

  test('of a version that could not be read is refused with the reason; what it changed can still be seen', async () => {
    const good = await file('moved').text()
    await write('moved', good.replace(/^date: .*$/m, 'date: "19/04/2023"'))
    await commitAs('Break it', ['moved'])
    await write('moved', good)
    await commitAs('Mend it', ['moved'])
    const { versions, revision } = await kept('moved')
    const broken = await look(versions[1]?.commit, 'moved')
    expect(broken).toMatchObject({ post: null, wholeFile: true })
    expect(broken.problem).toMatch(/posts\/moved\.md:\d+:\d+ date: "19\/04\/2023" is not a date/)
    expect(JSON.stringify(broken.body)).toContain('19/04/2023')
    const answer = await restore(versions[1]?.commit, revision, 'moved')
    expect(answer.status).toBe(422)
    expect((await answer.json()).message).toBe(broken.problem)
    expect(await file('moved').text()).toBe(good)
  })

  test('mends a file that is bad now', async () => {
    const good = await file('moved').text()
    await write('moved', good.replace('title:', 'title: ['))
    await commitAs('Break it again', ['moved'])
    const { versions, revision } = await kept('moved')
    expect((await restore(versions[1]?.commit, revision, 'moved')).status).toBe(200)
    expect(await file('moved').text()).toBe(good)
    expect(
      app()
        .content.snapshot()
        .problems.filter(({ severity }) => severity === 'error'),
    ).toEqual([])
  })

  test('says beforehand what is gone since: a picture, a category, a tag', async () => {
    await write('b', aPost({ image, category: 'cakes', tags: ['pies'] }))
    await commitAs('With a picture', ['b'])
    expect((await look((await commits('b'))[0], 'b')).notes).toEqual([
      'The category "cakes" does not exist any more.',
      'The tag "pies" does not exist any more.',
      'The picture of this version is no longer stored.',
    ])
  })
})
