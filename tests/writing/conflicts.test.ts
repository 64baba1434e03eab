import { describe, expect, test } from 'bun:test'
import { apiPaths } from '#contract/paths.ts'
import type { StalePost } from '#contract/posts.ts'
import { aForm, blogApps, plainPost } from '#tests/blog/blog-app.ts'
import { git } from '#tests/helpers/git.ts'
import { invited } from './people.ts'

const blogApp = blogApps()
const files = { 'posts/bread.html': plainPost({ summary: '<p>In short.</p>', body: '<p>Bake <b>two</b> loaves.</p>' }) }

async function conflict(
  inGit: boolean,
  change: (app: Awaited<ReturnType<typeof blogApp>>, ann: string) => Promise<unknown>,
) {
  const app = await blogApp({ files, inGit })
  const ann = await invited(app, app.token, 'Ann')
  const { source } = await app.editable('bread')
  await change(app, ann)
  const mine = { title: source.title, summary: '<p>Mine.</p>', content: '<p>Bake <i>four</i> loaves.</p>' }
  const answer = await app.update('bread', {
    ...mine,
    category_id: source.category_id ?? '',
    revision: source.revision,
  })
  expect(answer.status).toBe(409)
  const stale: StalePost = await answer.json()
  return stale
}
const theirs = { summary: '<p>Theirs.</p>', content: '<p>Bake <b>three</b> loaves.</p>' }

describe('a conflict of two people', () => {
  test('names who saved, and has the words of both without markup', async () => {
    const stale = await conflict(false, (app, ann) =>
      app.send('POST', `${apiPaths.post('bread')}?_method=PUT`, { token: ann, form: aForm(theirs) }),
    )
    expect(stale.by).toBe('Ann')
    const content = stale.overlaps.find(({ field }) => field === 'content')
    expect(content?.mine).toContain('<i>four</i>')
    expect(content?.words).toMatchObject({
      base: 'Bake two loaves.\n',
      mine: 'Bake four loaves.\n',
      theirs: 'Bake three loaves.\n',
    })
    expect(stale.overlaps.find(({ field }) => field === 'summary')?.words?.theirs).toBe('Theirs.\n')
    expect(stale.overlaps.find(({ field }) => field === 'title')?.words).toBeUndefined()
  })

  test('names the author of the commit where the change came from git', async () => {
    const stale = await conflict(true, async (app) => {
      await Bun.write(
        `${app.dir}/content/posts/bread.html`,
        plainPost({ summary: '<p>Theirs.</p>', body: theirs.content }),
      )
      await git(app.dir, 'commit', '-qam', 'By hand')
      await app.content.reload(['posts/bread.html'])
    })
    expect(stale.by).toBe('Ann')
  })

  test('names nobody for a change of the file that is not committed, and without git', async () => {
    const byHand = async (app: Awaited<ReturnType<typeof blogApp>>) => {
      await Bun.write(
        `${app.dir}/content/posts/bread.html`,
        plainPost({ summary: '<p>Theirs.</p>', body: theirs.content }),
      )
      await app.content.reload(['posts/bread.html'])
    }
    expect((await conflict(true, byHand)).by).toBeNull()
    expect((await conflict(false, byHand)).by).toBeNull()
  })
})
