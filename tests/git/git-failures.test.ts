import { describe, expect, test } from 'bun:test'
import { readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { realDisk } from '#server/storage/files.ts'
import { endsOfEachTest } from '#tests/helpers/ends.ts'
import { eventually } from '#tests/helpers/eventually.ts'
import { testApp } from '#tests/helpers/test-app.ts'
import { png } from '#tests/media/inputs.ts'
import { aHook } from './checkout.ts'
import { administrator, POST, savingApp } from './saving.ts'

const ends = endsOfEachTest()

async function site() {
  const one = await savingApp()
  ends.push(one.app.close)
  const subject = () => one.git('log', '-1', '--format=%s')
  return {
    ...one,
    subject,
    inGit: (name: string) => join(one.app.dir, '.git', name),
    /** Live and on disk, whatever git does. */
    async saved(title: string) {
      expect((await one.save({ title })).status).toBe(200)
      expect(await one.text()).toContain(`title: "${title}"`)
      expect(await one.page()).toContain(title)
      await one.app.committed()
    },
    committed: async (title: string) => {
      await eventually(subject, (said) => said === `post: update "${title}"`)
      await eventually(one.status, (said) => said === '')
    },
  }
}

describe('a save succeeds and is live', () => {
  test('while the index is locked: it is committed, and the index is updated later', async () => {
    const one = await site()
    await Bun.write(one.inGit('index.lock'), '')
    await one.saved('While locked')
    expect(await one.subject()).toBe('post: update "While locked"')
    await rm(one.inGit('index.lock'))
    await one.committed('While locked')
  })

  test('while the branch is locked: the commit waits and the dashboard says why', async () => {
    const one = await site()
    await Bun.write(one.inGit('refs/heads/main.lock'), '')
    await one.saved('While locked')
    expect(await one.state()).toMatchObject({ git: 'waiting', waiting: { saves: 1, reason: expect.any(String) } })
    await rm(one.inGit('refs/heads/main.lock'))
    await one.committed('While locked')
  })

  test('when every hook fails', async () => {
    const one = await site()
    for (const hook of ['pre-commit', 'commit-msg', 'post-commit', 'reference-transaction', 'post-index-change'])
      await aHook(one.inGit(`hooks/${hook}`), 'echo no >&2', 'exit 1')
    await one.saved('With hooks')
    expect(await one.subject()).toBe('post: update "With hooks"')
  })

  test.if(process.getuid?.() === 0)('in a checkout that belongs to another user', async () => {
    const one = await site()
    await Bun.$`chown -R 12345:12345 ${one.app.dir}`.quiet()
    await one.saved('Somebody else’s')
    await one.committed('Somebody else’s')
  })

  test('on a branch without commits: an uncommitted file of another user is left alone and reported', async () => {
    const one = await site()
    await one.git('update-ref', '-d', 'HEAD')
    await one.git('rm', '-rq', '--cached', '.')
    await one.saved('The first')
    expect(await one.state()).toMatchObject({ git: 'ok', commit: null, waiting: null, left: [POST] })
    await one.git('add', '-A')
    await one.git('commit', '-q', '-m', 'By somebody')
    await one.saved('The second')
    await one.committed('The second')
    expect(await one.state()).toMatchObject({ left: [] })
  })

  test('while the repository is missing: the commit waits until it is back', async () => {
    const one = await site()
    await rename(one.inGit(''), join(one.app.dir, 'away'))
    await one.saved('While gone')
    expect(await one.state()).toMatchObject({
      git: 'waiting',
      branch: null,
      waiting: { saves: 1, reason: 'the git repository is gone' },
    })
    expect(await one.ready()).toMatchObject({ status: 'ok', git: 'waiting' })
    await rename(join(one.app.dir, 'away'), one.inGit(''))
    await one.committed('While gone')
  })

  test('when the repository is missing at the next start: without git', async () => {
    const one = await site()
    await one.app.stop()
    await rm(one.inGit(''), { recursive: true })
    const again = await testApp({ dir: one.app.dir })
    ends.push(again.stop)
    const { save, state } = await administrator(again)
    expect((await save({ title: 'Alone' })).status).toBe(200)
    expect(await state()).toEqual({ git: 'off' })
  })
})

/** chattr +i makes a folder read-only even for root, where the file system supports it. */
const frozen = async (folder: string) => (await Bun.$`chattr +i ${folder}`.quiet().nothrow()).exitCode === 0
const thawed = (folder: string) => Bun.$`chattr -i ${folder}`.quiet().nothrow()

describe('an unwritable folder', () => {
  test('of posts rejects the save with a sentence, changes nothing, and accepts it later', async () => {
    const one = await site()
    const folder = join(one.app.dir, 'content/posts')
    if (!(await frozen(folder))) return
    ends.push(() => thawed(folder))
    const before = await one.text()
    const answer = await one.save({ title: 'Refused' })
    expect(answer.status).toBe(503)
    expect(await answer.json()).toEqual({ message: 'This could not be stored. Please try again in a while.' })
    expect(await one.text()).toBe(before)
    expect(await one.page()).not.toContain('Refused')
    expect(await one.status()).toBe('')
    await thawed(folder)
    await one.saved('Stored')
    await one.committed('Stored')
  })

  test('of git objects delays the commit of a live save until it is writable', async () => {
    const one = await site()
    const folders = (await readdir(one.inGit('objects'))).map((name) => one.inGit(`objects/${name}`))
    if (!(await frozen(one.inGit('objects')))) return
    for (const folder of folders) await frozen(folder)
    const thaw = () => thawed(one.inGit('objects')).then(() => Promise.all(folders.map(thawed)))
    ends.push(thaw)
    await one.saved('While frozen')
    expect(await one.state()).toMatchObject({ git: 'waiting', waiting: { saves: 1 } })
    await thaw()
    await one.committed('While frozen')
  })
})

test('a disk that is full at any step of a save with an image rejects or completes it, without temporary files', async () => {
  const one = await site()
  const { disk, failAt, done } = fillingDisk()
  ends.push(done)
  Object.assign(realDisk, disk)
  const answers = new Set<number>()
  for (let nth = 1; nth <= 20; nth++) {
    const image = new File([new Uint8Array(png(500 + nth, 300))], 'photo.png', { type: 'image/png' })
    const before = await one.text()
    failAt(nth)
    const answer = await one.save({ title: `Round ${nth}`, image })
    failAt(0)
    answers.add(answer.status)
    const now = await one.text()
    if (answer.status === 200) expect(now).toContain(`Round ${nth}`)
    else expect([answer.status, (await answer.json()).message]).toEqual([503, expect.stringContaining('not be stored')])
    if (!now.includes(`Round ${nth}`)) expect(now).toBe(before)
    const path = /^image: (.+)$/m.exec(now)?.[1]
    if (path) expect((await one.app.get(`/storage/${path}`)).status).toBe(200)
    // Background work may still be writing.
    const files = () => readdir(one.app.dir, { recursive: true })
    await eventually(files, (found) => !found.some((file) => file.endsWith('.tmp')))
  }
  expect([...answers].sort()).toEqual([200, 503])
  await one.saved('With space again')
  expect(await one.state()).toMatchObject({ waiting: null })
})

/** The real disk, whose Nth call from now on fails with ENOSPC; `failAt(0)` disables it. */
function fillingDisk() {
  const { open, rename, unlink, mkdir } = realDisk
  let left = 0
  const call = <Args extends unknown[], Result>(act: (...args: Args) => Promise<Result>) =>
    async function called(...args: Args): Promise<Result> {
      if (left > 0 && --left === 0) throw Object.assign(new Error('ENOSPC: the disk is full'), { code: 'ENOSPC' })
      return act(...args)
    }
  return {
    disk: { open: call(open), rename: call(rename), unlink, mkdir: call(mkdir) },
    failAt: (nth: number) => {
      left = nth
    },
    done: () => Object.assign(realDisk, { open, rename, unlink, mkdir }),
  }
}
