import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { adminPaths } from '#contract/admin-paths.ts'
import type { ContentState } from '#contract/content.ts'
import { apiPaths } from '#contract/paths.ts'
import { commitAll } from '#tests/git/checkout.ts'
import { eventually } from '#tests/helpers/eventually.ts'
import { gitIn } from '#tests/helpers/git.ts'
import { aPost } from '#tests/helpers/small-content.ts'
import { fileOf, login } from './saving.ts'
import type { Scenario, Torture } from './scenario.ts'
import { CHEAP_SERVER, createSite, type Life } from './site.ts'

/** A share of the requested cycles: each takes a second or more. */
const SHARE = 0.01
const POSTS = ['bread', 'cake', 'rolls']
const SAVES_MAX = 4
const KILLED = 0.4
/** Git resets the files of the checkout on the way back. */
const RESET = 0.4

/** A cycle enters a state of the checkout, saves, perhaps kills the site, and returns to the branch. */
export const gitStatesScenario: Scenario = {
  name: 'git-states',
  title: 'saves in any state of the checkout: each is live at once, and one commit on the branch afterwards',
  async run({ cycles, random, folder, progress }: Torture) {
    const rounds = Math.ceil(cycles * SHARE)
    const site = await createSite({ folder, server: CHEAP_SERVER })
    for (const id of POSTS) await Bun.write(join(folder, 'content', fileOf(id)), aPost({ title: `First ${id}` }))
    await commitAll(folder)
    const person = ['-c', 'user.name=An Editor', '-c', 'user.email=editor@site.example']
    const git = (...words: string[]) => gitIn(folder)([...person, ...words])
    const states = statesOf(folder, git)
    const violations: string[] = []
    const titles = new Map<string, string>()
    const saved: string[] = []
    let kills = 0
    let life: Life = site.begin()
    let { url } = await life.ready()
    let token = await login(url)
    const headers = () => ({ authorization: `Bearer ${token}` })

    async function save(title: string): Promise<void> {
      const id = POSTS[random.below(POSTS.length)] ?? ''
      const fields = {
        title,
        summary: '<p>In short.</p>',
        content: `${title}.`,
        format: 'md',
        category_id: 'production',
      }
      const body = new URLSearchParams(fields)
      const answer = await fetch(`${url}${apiPaths.post(id)}?_method=PUT`, { method: 'POST', headers: headers(), body })
      if (answer.ok) {
        saved.push(title)
        titles.set(id, title)
      } else violations.push(`${title} was answered ${answer.status}: ${await answer.text()}`)
      if (!(await pageOf(id)).includes(title)) violations.push(`${title} is not live`)
    }
    const pageOf = async (id: string) => (await fetch(`${url}/blog/${id}`)).text()
    const stateNow = async (): Promise<ContentState> =>
      (await fetch(url + adminPaths.contentState, { headers: headers() })).json()

    async function restart(): Promise<void> {
      kills++
      await (random.chance(0.5) ? life.kill() : life.stop())
      life = site.begin()
      url = (await life.ready()).url
      token = await login(url)
    }

    async function check(what: string): Promise<void> {
      const last = await eventually(stateNow, ({ git: state }) => state === 'ok').catch(stateNow)
      if (last.git !== 'ok' || last.waiting || last.left.length > 0 || last.aside)
        violations.push(`${what}: ${JSON.stringify(last)}`)
      const subjects = (await git('log', '--reverse', '--format=%s', 'refs/heads/main', '--', 'content')).split('\n')
      const commits = subjects.flatMap((subject) => /^post: update "(.*)"$/.exec(subject)?.[1] ?? [])
      if (!Bun.deepEquals(commits, saved))
        violations.push(`${what}: the branch has ${commits.slice(-6)}, and the last saves were ${saved.slice(-6)}`)
      for (const [id, title] of titles) {
        const isLive = await eventually(
          () => pageOf(id),
          (page) => page.includes(title),
        ).then(
          () => true,
          () => false,
        )
        if (!isLive) violations.push(`${what}: ${title} is not live`)
      }
      // After a reset, the commit comes first, then the files.
      const statusNow = () => git('status', '--porcelain')
      const status = await eventually(statusNow, (found) => found === '').catch(statusNow)
      if (status !== '') violations.push(`${what}: ${status}`)
    }

    for (let round = 1; round <= rounds; round++) {
      const names = Object.keys(states)
      const name = names[random.below(names.length)] ?? ''
      const state = states[name]
      await state?.enter(round)
      const count = 1 + random.below(SAVES_MAX)
      for (let nth = 1; nth <= count; nth++) await save(`Save ${nth} of round ${round}`)
      // A site that starts without its repository has none.
      if (name !== 'no repository' && random.chance(KILLED)) await restart()
      if (random.chance(RESET)) await git('checkout', '-q', '--force', 'HEAD').catch(() => {})
      await state?.leave()
      await check(`round ${round}, ${name}`)
      progress(`round ${round} of ${rounds}, ${saved.length} saves`)
    }
    await life.stop()
    await git('fsck', '--strict', '--no-dangling').catch((error) => violations.push(String(error)))
    if (saved.length === 0) violations.push('no save was answered, which proves nothing')
    return {
      figures: [
        ['rounds', rounds],
        ['saves acknowledged', saved.length],
        ['restarts and kills', kills],
      ],
      violations,
    }
  },
}

type State = { enter(round: number): Promise<unknown>; leave(): Promise<unknown> }

function statesOf(folder: string, git: (...words: string[]) => Promise<string>): Record<string, State> {
  const inGit = (name: string) => join(folder, '.git', name)

  async function commitNotes(...texts: string[]): Promise<void> {
    for (const text of texts) {
      await Bun.write(join(folder, 'notes.txt'), `${text}\n`)
      await git('add', 'notes.txt')
      await git('commit', '-q', '-m', text)
    }
  }

  /** An operation that ends in a conflict of another file. */
  const conflicting = (...command: string[]) =>
    async function enter(round: number): Promise<void> {
      await git('switch', '-q', '-C', 'theirs')
      await commitNotes(`Theirs ${round}`)
      await git('switch', '-q', 'main')
      await commitNotes(`Ours ${round}`, `Ours again ${round}`)
      await git(...command).catch(() => {})
    }

  return {
    plain: { enter: async () => {}, leave: async () => {} },
    'detached HEAD': {
      enter: (round) => commitNotes(`Note ${round}`).then(() => git('checkout', '-q', 'main~1')),
      leave: () => git('checkout', '-q', '--force', 'main'),
    },
    bisect: {
      async enter(round) {
        await commitNotes(`One ${round}`, `Two ${round}`)
        for (const words of [['start'], ['bad'], ['good', 'main~2']]) await git('bisect', ...words)
      },
      leave: () => git('bisect', 'reset'),
    },
    rebase: { enter: conflicting('rebase', 'theirs'), leave: () => git('rebase', '--abort') },
    merge: { enter: conflicting('merge', 'theirs'), leave: () => git('reset', '-q', '--hard') },
    'cherry-pick': { enter: conflicting('cherry-pick', 'theirs'), leave: () => git('reset', '-q', '--hard') },
    revert: { enter: conflicting('revert', 'main~1'), leave: () => git('reset', '-q', '--hard') },
    locked: {
      enter: () => Bun.write(inGit('refs/heads/main.lock'), ''),
      leave: () => rm(inGit('refs/heads/main.lock'), { force: true }),
    },
    'no repository': {
      enter: () => rename(inGit(''), join(folder, 'away')),
      leave: () => rename(join(folder, 'away'), inGit('')),
    },
  }
}
