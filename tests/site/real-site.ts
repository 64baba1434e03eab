import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { type TestApp, testApp } from '#tests/helpers/test-app.ts'

/** The public URL of the tests' site, which absolute URLs in a page begin with. */
export const PUBLIC_URL = 'https://www.site.example'

type Env = Record<string, string>

/** The real app on a copy of the repository's content and files; `changes` replace content files, `env` its settings. */
export async function realSite(changes: Record<string, string> = {}, env: Env = { PUBLIC_URL }): Promise<TestApp> {
  const files: Record<string, string> = {}
  for await (const path of new Bun.Glob('**/*').scan('content'))
    files[path] = await Bun.file(join('content', path)).text()
  const app = await testApp({ files: { ...files, ...changes }, env })
  await cp('storage/public', join(app.dir, 'storage', 'public'), { recursive: true })
  return app
}
