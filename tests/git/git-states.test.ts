import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtempSync } from 'node:fs'
import { chown, cp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { adminPaths } from '#contract/admin-paths.ts'
import type { GitPause } from '#contract/content.ts'
import { endsOfEachTest } from '#tests/helpers/ends.ts'
import { eventually } from '#tests/helpers/eventually.ts'
import { gitIn } from '#tests/helpers/git.ts'
import { aHook } from './checkout.ts'
import { pushedSite } from './pushed.ts'
import { POST, savingApp } from './saving.ts'

const ends = endsOfEachTest()
const isRoot = process.getuid?.() === 0
const PATH = process.env.PATH
const canDo = (command: string, ...words: string[]) => isRoot && Bun.spawnSync([command, ...words]).success
const probe = mkdtempSync(join(tmpdir(), 'git-states-'))
const canFreeze = canDo('chattr', '+i', probe) && canDo('chattr', '-i', probe)
const canMount = canDo('mount', '-t', 'tmpfs', 'tmpfs', probe) && canDo('umount', probe)
const TOKEN = 'a-token-of-the-monitoring'

let site: Awaited<ReturnType<typeof savingApp>>
beforeAll(async () => {
  site = await savingApp({ env: { GIT_BRANCH: 'main', METRICS_TOKEN: TOKEN } })
  site.app.services.follow()
  await commitNotes('First', 'Second')
})
afterAll(async () => {
  // Where a test failed.
  if (canMount) await Bun.$`umount ${inGit('objects')}`.quiet().nothrow()
  await site.app.close()
  await rm(probe, { recursive: true, force: true })
})

/** Commits of an editor. */
async function commitNotes(...words: string[]) {
  for (const word of words) {
    await Bun.write(join(site.app.dir, 'notes.txt'), `${word}\n`)
    await site.git('add', 'notes.txt')
    await site.git('commit', '-q', '-m', word)
  }
}

/** Begins an operation with another branch that ends in a conflict. */
async function conflicting(...command: string[]) {
  await site.git('switch', '-q', '-C', 'theirs')
  await commitNotes(`Theirs, before ${command.join(' ')}`)
  await site.git('switch', '-q', 'main')
  await commitNotes(`Ours, before ${command.join(' ')}`, `Ours, at ${command.join(' ')}`)
  await site.git(...command).catch(() => '')
}
const inGit = (name: string) => join(site.app.dir, '.git', name)

/** Moves git's objects to a separate disk that is full. */
async function fillDisk() {
  const copy = join(site.app.dir, 'objects')
  await cp(inGit('objects'), copy, { recursive: true })
  await Bun.$`mount -t tmpfs -o size=2m tmpfs ${inGit('objects')}`
  await cp(copy, inGit('objects'), { recursive: true })
  await Bun.$`dd if=/dev/zero of=${inGit('objects/filler')} bs=4k`.quiet().nothrow()
}

/** Renames the site and the author to names that git rejects or changes. */
async function renameAll(name: string) {
  const file = join(site.app.dir, 'content/site.yml')
  await Bun.write(file, (await Bun.file(file).text()).replace(/^name: .*$/m, `name: "${name}"`))
  await site.app.content.reload(['site.yml'])
  const token = await site.app.session()
  expect((await site.app.send('POST', adminPaths.account, { token, json: { name } })).status).toBe(200)
}

type State = { state: GitPause; enter(): Promise<unknown>; leave(): Promise<unknown>; isPossible?: boolean }

const states: State[] = [
  {
    state: 'detached-head',
    enter: () => site.git('switch', '-q', '--detach'),
    leave: () => site.git('switch', '-q', 'main'),
  },
  {
    state: 'detached-head',
    enter: () => commitNotes('Third').then(() => site.git('checkout', '-q', 'main~1')),
    leave: () => site.git('checkout', '-q', '--force', 'main'),
  },
  {
    state: 'other-branch',
    enter: () => site.git('switch', '-q', '-c', 'other'),
    leave: () => site.git('switch', '-q', 'main'),
  },
  { state: 'rebase', enter: () => conflicting('rebase', 'theirs'), leave: () => site.git('rebase', '--abort') },
  { state: 'merge', enter: () => conflicting('merge', 'theirs'), leave: () => site.git('merge', '--abort') },
  {
    state: 'cherry-pick',
    enter: () => conflicting('cherry-pick', 'theirs'),
    leave: () => site.git('cherry-pick', '--abort'),
  },
  {
    state: 'revert',
    enter: () => conflicting('revert', 'main~1'),
    leave: () => site.git('revert', '--quit').then(() => site.git('checkout', '-q', 'HEAD', '--', 'notes.txt')),
  },
  {
    state: 'bisect',
    enter: async () => {
      await commitNotes('Fourth', 'Fifth')
      await site.git('bisect', 'start')
      await site.git('bisect', 'bad')
      await site.git('bisect', 'good', 'main~2')
    },
    leave: () => site.git('bisect', 'reset'),
  },
  {
    state: 'locked',
    enter: () => Bun.write(inGit('refs/heads/main.lock'), ''),
    leave: () => rm(inGit('refs/heads/main.lock')),
  },
  {
    state: 'no-repository',
    enter: () => rename(inGit(''), join(site.app.dir, 'away')),
    leave: () => rename(join(site.app.dir, 'away'), inGit('')),
  },
  {
    state: 'other-owner',
    isPossible: isRoot,
    enter: () => chown(inGit(''), 12_345, 12_345),
    leave: () => chown(inGit(''), 0, 0),
  },
  {
    state: 'no-git',
    enter: async () => Object.assign(process.env, { PATH: '/nowhere' }),
    leave: async () => Object.assign(process.env, { PATH }),
  },
  {
    state: 'not-writable',
    isPossible: canFreeze,
    enter: () => Bun.$`chattr +i ${inGit('objects')}`,
    leave: () => Bun.$`chattr -i ${inGit('objects')}`,
  },
  { state: 'disk-full', isPossible: canMount, enter: fillDisk, leave: () => Bun.$`umount ${inGit('objects')}` },
  {
    state: 'no-identity',
    enter: () => renameAll('...'),
    leave: () => renameAll('A name'),
  },
]

const pausedIn = (text: string) =>
  [...text.matchAll(/^site_git_waiting\{state="([a-z-]+)"\} 1$/gm)].map(([, name = '']) => name)
const metrics = async () => (await site.app.get('/metrics', { headers: { authorization: `Bearer ${TOKEN}` } })).text()

/** They show when a commit is tried, the others before. */
const FOUND_BY_TRYING = new Set<GitPause>(['locked', 'no-git', 'disk-full', 'no-identity'])
let rounds = 0
/** Whatever has become of the repository. */
const tip = async () =>
  (
    await Promise.all(
      [inGit(''), join(site.app.dir, 'away')].map((folder) =>
        Bun.file(join(folder, 'refs/heads/main'))
          .text()
          .catch(() => ''),
      ),
    )
  )
    .join('')
    .trim()

test.each(states.filter(({ isPossible = true }) => isPossible))(
  'a save is live, its commit waits and everything names the state: $state',
  async ({ state, enter, leave }) => {
    const titles = [`One while ${state}, ${++rounds}`, `Two while ${state}, ${rounds}`]
    await enter()
    await site.app.content.reload(['posts/a.md'])
    const before = await tip()
    expect((await site.state()).git).toBe(FOUND_BY_TRYING.has(state) ? 'ok' : 'waiting')
    for (const title of titles) expect((await site.save({ title })).status).toBe(200)
    await site.app.committed()
    expect(await site.page()).toContain(titles[1] ?? '')
    expect(await site.state()).toMatchObject({
      git: 'waiting',
      paused: { state, reason: expect.any(String) },
      waiting: { saves: 2, reason: expect.any(String) },
    })
    expect(await site.ready()).toMatchObject({ status: 'ok', git: 'waiting', git_state: state })
    expect(await pausedIn(await metrics())).toEqual([state])
    expect(await tip()).toBe(before)

    await leave()
    const subjects = () => site.git('log', '--format=%s', `${before}..refs/heads/main`)
    const expected = titles
      .toReversed()
      .map((title) => `post: update "${title}"`)
      .join('\n')
    await eventually(subjects, (found) => found === expected)
    await eventually(
      () => site.git('status', '--porcelain', '--', 'content/posts'),
      (found) => found === '',
    )
    expect(await site.git('show', `refs/heads/main:${POST}`)).toContain(titles[1] ?? '')
    expect(await site.page()).toContain(titles[1] ?? '')
    const well = await eventually(site.state, ({ git }) => git === 'ok')
    expect(well).not.toHaveProperty('paused')
    expect(await site.ready()).not.toHaveProperty('git_state')
    expect(await pausedIn(await metrics())).toEqual([])
  },
)

test('a commit is pushed later where a hook of the remote rejects it, and the state has the words of the hook', async () => {
  const one = await pushedSite(ends)
  await aHook(join(one.bare, 'hooks/pre-receive'), 'echo "error: no pushes at night" >&2', 'exit 1')
  expect((await one.save({ title: 'Saved at night' })).status).toBe(200)
  await one.app.committed()
  const state = await eventually(one.state, ({ git }) => git === 'waiting')
  expect(state).toMatchObject({ apart: { reason: expect.stringMatching(/no pushes at night|hook declined/) } })
  expect(await one.ready()).toMatchObject({ git: 'waiting', git_state: 'hook-rejected' })
  await rm(join(one.bare, 'hooks/pre-receive'))
  await one.app.services.checkout?.sync()
  expect(await gitIn(one.bare)(['log', '-1', '--format=%s', 'refs/heads/main'])).toContain('Saved at night')
  await eventually(one.state, ({ git }) => git === 'ok')
})
