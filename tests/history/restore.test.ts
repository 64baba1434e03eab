import { beforeAll, describe, expect, test } from 'bun:test'
import { eventually } from '#tests/helpers/eventually.ts'
import { aPost } from '#tests/helpers/small-content.ts'
import { ADMIN } from '#tests/helpers/test-app.ts'
import { first, historySite } from './history-site.ts'

const { app, git, file, write, historyOf, commits, look, restore, save, commitAs } = historySite()
const image = `posts/${'a'.repeat(32)}-600x300.webp`

describe('restoring a version', () => {
  beforeAll(async () => {
    await save({ title: 'A better bake', content: 'One.\n\nBake at six.\n' })
    await save({ content: 'Gone.\n' })
  })

  test('restores the file byte for byte with a separate commit', async () => {
    const { versions, revision } = await historyOf()
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

  test('writes nothing when the file is already the same', async () => {
    const before = await commits()
    expect((await restore(before[0], (await historyOf()).revision)).status).toBe(200)
    expect(await commits()).toEqual(before)
  })

  test('is rejected when the file changed after its history was opened', async () => {
    const { versions, revision } = await historyOf()
    await save({ title: 'Meanwhile', content: 'Two.\n' })
    const answer = await restore(versions[1]?.commit, revision)
    expect(answer.status).toBe(409)
    expect((await answer.json()).message).toContain('has been changed since its history was opened')
    expect(await file().text()).toContain('Meanwhile')
    expect((await restore(versions[1]?.commit)).status).toBe(422)
  })

  test('keeps the current name and former URLs across a rename', async () => {
    await git('mv', 'content/posts/a.md', 'content/posts/moved.md')
    await write('moved', first.replace('date:', 'aliases: [a]\ndate:'))
    await commitAs('Rename a', ['a', 'moved'])
    await eventually(() => app().services.content.snapshot().posts.has('moved'), Boolean)
    const { versions, revision } = await historyOf('moved')
    const renamed = await look(versions[0]?.commit, 'moved')
    expect(renamed.fields[0]).toMatchObject({ field: 'address' })
    expect((await restore(versions.at(-1)?.commit, revision, 'moved')).status).toBe(200)
    const text = await file('moved').text()
    expect(text.replace('aliases:\n  - a\n', '').replace('aliases: [a]\n', '')).toBe(first)
    expect((await app().get('/blog/a')).status).toBe(301)
  })

  test('is rejected with the reason for an invalid version, whose changes can still be viewed', async () => {
    const good = await file('moved').text()
    await write('moved', good.replace(/^date: .*$/m, 'date: "32/04/2023"'))
    await commitAs('Break it', ['moved'])
    await write('moved', good)
    await commitAs('Mend it', ['moved'])
    const { versions, revision } = await historyOf('moved')
    const broken = await look(versions[1]?.commit, 'moved')
    expect(broken).toMatchObject({ post: null, wholeFile: true })
    expect(broken.problem).toMatch(/posts\/moved\.md:\d+:\d+ date: "32\/04\/2023" is not a date/)
    expect(JSON.stringify(broken.body)).toContain('32/04/2023')
    const answer = await restore(versions[1]?.commit, revision, 'moved')
    expect(answer.status).toBe(422)
    expect((await answer.json()).message).toBe(broken.problem)
    expect(await file('moved').text()).toBe(good)
  })

  test('repairs a file that is invalid now', async () => {
    const good = await file('moved').text()
    await write('moved', good.replace('title:', 'title: ['))
    await commitAs('Break it again', ['moved'])
    const { versions, revision } = await historyOf('moved')
    expect((await restore(versions[1]?.commit, revision, 'moved')).status).toBe(200)
    expect(await file('moved').text()).toBe(good)
    expect(
      app()
        .content.snapshot()
        .problems.filter(({ severity }) => severity === 'error'),
    ).toEqual([])
  })

  test('warns about images, categories and tags that no longer exist', async () => {
    await write('b', aPost({ image, category: 'cakes', tags: ['pies'] }))
    await commitAs('With a picture', ['b'])
    expect((await look((await commits('b'))[0], 'b')).notes).toEqual([
      'The category "cakes" no longer exists.',
      'The tag "pies" no longer exists.',
      'The image of this version is no longer stored.',
    ])
  })
})
