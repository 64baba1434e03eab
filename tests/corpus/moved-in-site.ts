import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { adminPaths } from '#contract/admin-paths.ts'
import { createApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import type { ImportPlan } from '#server/import/plan.ts'
import { prepareImport, workFolderOf } from '#server/import/run.ts'
import { systemClock } from '#server/lib/clock.ts'
import { createLog } from '#server/lib/log.ts'
import { createServices } from '#server/services.ts'
import { setFields } from '#server/text/front-matter/patch-yaml.ts'

const ADMIN = { email: 'corpus@site.invalid', password: 'only for this temporary site' }

export type MovedInSite = Awaited<ReturnType<typeof startMovedInSite>>

/** `posts`: the folder whose files become the posts, and the rules of their old URLs. Without it, there are none. */
type MovingIn = { contentDir: string; posts?: { folder: string; permalinks: readonly string[] } | undefined }

/**
 * Starts the site on a copy of its content in which these posts replace its own. Nothing listens, and nothing outside of a
 * temporary folder is written.
 */
export async function startMovedInSite({ contentDir, posts }: MovingIn) {
  const dir = await mkdtemp(join(tmpdir(), 'corpus-'))
  const content = join(dir, 'content')
  await cp(contentDir, content, { recursive: true, filter: (path) => path !== join(contentDir, 'posts') })
  await mkdir(join(content, 'posts'))
  if (posts) await cp(posts.folder, join(content, 'posts'), { recursive: true })
  const site = join(content, 'site.yml')
  const rules = posts?.permalinks.filter((rule) => rule.includes(':')) ?? []
  await writeFile(site, setFields(await readFile(site, 'utf8'), new Map([['old_permalinks', rules]])))
  const environment = {
    CONTENT_DIR: content,
    STORAGE_DIR: join(dir, 'storage'),
    RATE_LIMITS: 'off',
    GIT_COMMIT: 'off',
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
  }
  const services = await createServices(readConfig(environment), {
    now: systemClock,
    log: createLog('error', () => {}),
    print: () => {},
    isTerminal: false,
    dist: 'client/dist',
    hashCost: { memoryCost: 64, timeCost: 2 },
  })
  const app = createApp(services)
  const request = (path: string, init: RequestInit = {}): Promise<Response> =>
    Promise.resolve(services.observe(new Request(`http://localhost${path}`, init), app.handle, () => '127.0.0.1'))
  const login = { method: 'POST', body: JSON.stringify(ADMIN), headers: { 'content-type': 'application/json' } }
  const privateDir = join(dir, 'storage/private')
  const { token }: { token: string } = await (await request(adminPaths.login, login)).json()

  return {
    content: services.content,
    request,
    asAdministrator: (path: string, init: RequestInit = {}) =>
      request(path, { ...init, headers: { authorization: `Bearer ${token}` } }),
    /**
     * Imports an export or a folder as `bun run import` does, with `permalink` where the plan asks for the rule of old URLs.
     * Returns the plan, and that of a second import.
     */
    async importFrom(source: string, permalink?: string): Promise<{ plan: ImportPlan; again: ImportPlan }> {
      const deps = { content: services.content, dir: content, privateDir, now: systemClock }
      const prepare = (name: string, rule: string | undefined) =>
        prepareImport(deps, {
          source,
          into: '',
          pages: false,
          fetchImages: false,
          permalink: rule,
          workFolder: workFolderOf(privateDir, name),
        })
      const asked = await prepare('corpus-1', undefined)
      const rule = asked.plan.notes.some((note) => note.includes('--permalink=')) ? permalink : undefined
      const first = rule === undefined ? asked : await prepare('corpus-2', rule)
      await first.write()
      const second = await prepare('corpus-3', rule)
      return { plan: first.plan, again: second.plan }
    },
    textOf: (file: string) => readFile(join(content, file), 'utf8'),
    async close(): Promise<void> {
      await services.close()
      await rm(dir, { recursive: true, force: true })
    },
  }
}
