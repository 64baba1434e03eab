import { afterAll, beforeAll } from 'bun:test'
import { join } from 'node:path'
import { adminPaths } from '#contract/admin-paths.ts'
import type { ContentCommits, MomentRequest, TimeMachineLink } from '#contract/time-machine.ts'
import { gitIn } from '#tests/helpers/git.ts'
import { aPost } from '#tests/helpers/small-content.ts'
import { type TestApp, testApp } from '#tests/helpers/test-app.ts'

export const NOW = new Date('2026-06-01T13:00:00Z')

/** A site in git with the post `bread`, for the tests of one file. `commit` writes files at a time. */
export function pastSite() {
  let app: TestApp
  let token: string
  beforeAll(async () => {
    const bread = aPost({ title: 'Bread of today', date: '2026-01-01', body: '[Cake](/blog/cake) of today.' })
    app = await testApp({ files: { 'posts/bread.md': bread }, inGit: true, now: () => NOW })
    token = await app.login()
    await commit('Long ago', '2026-05-01T12:00:00Z', {})
  })
  afterAll(() => app.close())

  const person = ['-c', 'user.name=Ann', '-c', 'user.email=ann@testery.example']
  const git = (...args: string[]) => gitIn(app.dir)([...person, ...args])

  /** Commits these files, `null` deletes one, and returns the commit. */
  async function commit(message: string, at: string, files: Record<string, string | null>): Promise<string> {
    for (const [path, text] of Object.entries(files)) {
      const file = Bun.file(join(app.dir, 'content', path))
      if (text === null) await file.delete()
      else await file.write(text)
    }
    await git('add', '-A')
    const env = { GIT_COMMITTER_DATE: at, GIT_AUTHOR_DATE: at }
    await gitIn(app.dir)([...person, 'commit', '-q', '--allow-empty', '-m', message], { env })
    await app.content.reload(Object.keys(files))
    return (await git('rev-parse', 'HEAD')).trim()
  }

  const ask = (moment: unknown) => app.send('POST', adminPaths.timeMachine, { token, json: moment })
  return {
    app: () => app,
    token: () => token,
    git,
    ask,
    open: async (moment: MomentRequest): Promise<TimeMachineLink> => (await ask(moment)).json(),
    list: async (): Promise<ContentCommits> => (await app.send('GET', adminPaths.timeMachine, { token })).json(),
    commit,
  }
}
