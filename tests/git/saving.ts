import { join } from 'node:path'
import { adminPaths } from '#contract/admin-paths.ts'
import type { ContentState } from '#contract/content.ts'
import { apiPaths } from '#contract/paths.ts'
import type { EditablePost, PostSource } from '#contract/posts.ts'
import { gitIn } from '#tests/helpers/git.ts'
import { aPost } from '#tests/helpers/small-content.ts'
import { type TestApp, type TestAppOptions, testApp } from '#tests/helpers/test-app.ts'

export const POST = 'content/posts/a.md'

/** Far enough apart for git to merge them separately. */
const paragraphs = ['First', 'Second', 'Third', 'Fourth']
export const bodyWith = (words: readonly string[] = paragraphs) => words.join('\n\nBetween.\n\n')
export const firstText = aPost({ title: 'A bake', body: bodyWith() })

/** Changes one paragraph of a body. */
export const paragraph = (body: string, index: number, words: string) =>
  `${body
    .trimEnd()
    .split(/\n\nBetween\.\n\n/)
    .map((text, at) => (at === index ? words : text))
    .join('\n\nBetween.\n\n')}\n`

/** The app on a checkout with one post, and the actions of its administrator and editors. */
export async function savingApp(options: TestAppOptions = {}) {
  const app = await testApp({ files: { 'posts/a.md': firstText }, inGit: true, ...options })
  return { app, ...(await administrator({ ...app, login: app.session })), ...(await person(app.dir)) }
}

/** A git command in a checkout, with retries while another process holds a lock. */
async function person(dir: string) {
  const git = (...args: string[]) => gitIn(dir)(['-c', 'user.name=Ed', '-c', 'user.email=ed@x.example', ...args])
  return {
    git,
    file: join(dir, POST),
    text: () => Bun.file(join(dir, POST)).text(),
    fsck: async () => (await git('fsck', '--strict', '--no-dangling')).replace(/^notice:.*$/gm, ''),
    status: () => git('status', '--porcelain'),
  }
}

export async function administrator(app: Pick<TestApp, 'get' | 'send' | 'login'>) {
  const token = await app.login()
  const headers = { authorization: `Bearer ${token}` }

  /** The source that the editor opens. */
  async function open(): Promise<PostSource> {
    const answer = await app.get(`${apiPaths.post('a')}?state=all`, { headers })
    if (!answer.ok) throw new Error(`Opening was answered ${answer.status}.`)
    const { source }: EditablePost = await answer.json()
    return source
  }

  /** Saves the post with this change, based on what an editor has open or on the current version. */
  async function save(changed: Record<string, string | File>, from?: PostSource): Promise<Response> {
    const { title, summary, content, revision } = from ?? (await open())
    const fields = { title, summary, content, format: 'md', category_id: 'production', revision }
    const form = new FormData()
    for (const [name, value] of Object.entries({ ...fields, ...changed })) form.set(name, value)
    return app.send('POST', `${apiPaths.post('a')}?_method=PUT`, { token, form })
  }

  return {
    open,
    save,
    state: async (): Promise<ContentState> => (await app.get(adminPaths.contentState, { headers })).json(),
    ready: async () => (await app.get('/readyz')).json(),
    page: async () => (await app.get('/blog/a')).text(),
  }
}
