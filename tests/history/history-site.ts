import { afterAll, beforeAll, expect } from 'bun:test'
import { join } from 'node:path'
import { adminPaths } from '#contract/admin-paths.ts'
import type { PostHistory, PostVersionDetail } from '#contract/history.ts'
import { apiPaths } from '#contract/paths.ts'
import { gitIn } from '#tests/helpers/git.ts'
import { aPost } from '#tests/helpers/small-content.ts'
import { type TestApp, testApp } from '#tests/helpers/test-app.ts'

export const first = aPost({
  title: 'A bake',
  tags: ['bakery'],
  layout: 'wide',
  body: 'One.\n\nBake at five.\n',
}).replace('layout:', '# a remark\nlayout:')
const fields = { title: 'A bake', summary: '<p>In short.</p>', format: 'md', category_id: 'production' }

/** A site in a git checkout with the posts `a` (as `first`) and `b`, for the tests of one file. */
export function historySite() {
  let app: TestApp
  let token: string
  beforeAll(async () => {
    app = await testApp({ files: { 'posts/a.md': first, 'posts/b.md': aPost() }, inGit: true })
    token = await app.login()
  })
  afterAll(() => app.close())

  const git = (...args: string[]) =>
    gitIn(app.dir)(['-c', 'user.name=An Editor', '-c', 'user.email=e@testery.example', ...args])
  const file = (id = 'a') => Bun.file(join(app.dir, 'content/posts', `${id}.md`))
  const write = (id: string, text: string) => Bun.write(file(id), text)
  const get = async <Body>(path: string): Promise<Body> => (await app.get(path, { headers: bearer() })).json()
  const bearer = () => ({ authorization: `Bearer ${token}` })

  async function historyOf(id = 'a') {
    const history = await get<PostHistory>(adminPaths.history(id))
    if (!history.kept) throw new Error(history.reason)
    return history
  }

  async function save(changes: Record<string, string>) {
    const form = new FormData()
    for (const [name, text] of Object.entries({ ...fields, ...changes })) form.set(name, text)
    form.append('tags[]', 'milk')
    const answer = await app.send('POST', `${apiPaths.post('a')}?_method=PUT`, { token, form })
    expect(answer.status).toBe(200)
    await app.committed()
  }

  /** A git change in the checkout that the site then reads. */
  async function commitAs(message: string, ids: readonly string[]) {
    await git('add', '-A')
    await git('commit', '-q', '-m', message)
    await app.services.content.reload(ids.map((id) => `posts/${id}.md`))
  }

  return {
    app: () => app,
    git,
    file,
    write,
    get,
    bearer,
    historyOf,
    commits: async (id = 'a') => (await historyOf(id)).versions.map(({ commit }) => commit),
    look: (commit = '', id = 'a') => get<PostVersionDetail>(adminPaths.version(id, commit)),
    async restore(commit = '', revision = '', id = 'a') {
      const answer = await app.send('POST', adminPaths.restore(id, commit), { token, json: { revision } })
      await app.committed()
      return answer
    },
    save,
    commitAs,
  }
}
