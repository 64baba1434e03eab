import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { smallContent } from '#tests/helpers/small-content.ts'
import { type TestAppOptions, testApp } from '#tests/helpers/test-app.ts'

/** Path below the site's folder → text: the content and the permanent files of `storage/private`. */
export type State = ReadonlyMap<string, string>

const FILES = ['registrations.jsonl', 'contact-messages.jsonl', 'lead-events.jsonl', 'admin.json']

/** A site that can be killed and restarted on the same folder, and reset to its initial content. */
export async function aSite(posts: Record<string, string>, { inGit = false, ...options }: TestAppOptions = {}) {
  const start = { ...smallContent, ...posts }
  const begun = async (dir?: string) => {
    const app = await testApp({
      files: posts,
      env: { RATE_LIMITS: 'off' },
      ...options,
      dir,
      inGit: inGit && dir === undefined,
    })
    return { app, token: await app.session() }
  }
  let { app, token } = await begun()
  const { dir } = app
  const content = join(dir, 'content')

  const filesIn = async (folder: string) =>
    (await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []))
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1))
      .sort()

  return {
    app: () => app,
    dir,
    login: async () => {
      token = await app.session()
    },
    send: (method: string, path: string, sent: Parameters<typeof app.send>[2] = {}) =>
      app.send(method, path, { token, ...sent }),
    async state(): Promise<State> {
      const paths = [
        ...(await filesIn(content)).map((file) => `content/${file}`),
        ...FILES.map((name) => `storage/private/${name}`),
      ]
      const texts = await Promise.all(paths.map((path) => readFile(join(dir, path), 'utf8').catch(() => '')))
      // Each login adds a session, also between the rounds of one operation.
      const { sessions } = app.services.admin
      const [administrator] = await app.services.admin.administrators.list()
      const open = await sessions.listOf(administrator?.id ?? '')
      const state = open.length > 0 ? 'some' : 'none'
      return new Map([
        ...paths.map((path, n) => [path, texts[n] ?? ''] as const),
        ['storage/private/sessions.json', state],
      ])
    },
    /** Temporary files anywhere. */
    leftOver: async () => (await filesIn(dir)).filter((file) => file.endsWith('.tmp') && !file.startsWith('.git/')),
    async reset() {
      const files = new Set([...Object.keys(start), ...(await filesIn(content))])
      for (const file of files) {
        const text = start[file]
        if (text === undefined) await rm(join(content, file))
        else await Bun.write(join(content, file), text)
      }
      await app.services.content.reload([...files].filter((file) => file.includes('/') && !file.includes('/.')))
    },
    stop: () => app.stop(),
    async begin() {
      ;({ app, token } = await begun(dir))
    },
    close: () => app.close(),
  }
}
export type Site = Awaited<ReturnType<typeof aSite>>
