import { describe, expect, test } from 'bun:test'
import { mkdir, rm, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { repairCheckout } from '#server/git/repair-checkout.ts'
import { endsOfEachTest } from '#tests/helpers/ends.ts'
import { eventually } from '#tests/helpers/eventually.ts'
import { aCheckout } from './checkout.ts'
import { watchGit } from './programs.ts'
import { savingApp } from './saving.ts'

const ends = endsOfEachTest()

/** A file in `.git` that is this old. */
async function leftBehind(dir: string, name: string, minutes: number): Promise<string> {
  const path = join(dir, '.git', name)
  await mkdir(dirname(path), { recursive: true })
  await Bun.write(path, '')
  const time = new Date(Date.now() - minutes * 60_000)
  await utimes(path, time, time)
  return path
}

describe('a lock that a killed git has left, on a site without a remote', () => {
  test.each(['index.lock', 'HEAD.lock', 'refs/heads/main.lock'])(
    '%s is removed, and the save is committed',
    async (name) => {
      const one = await savingApp()
      ends.push(one.app.close)
      const lock = await leftBehind(one.app.dir, name, 3)
      expect((await one.save({ title: 'After a kill' })).status).toBe(200)
      await eventually(
        () => one.git('log', '-1', '--format=%s'),
        (said) => said === 'post: update "After a kill"',
      )
      await eventually(one.status, (said) => said === '')
      // The site holds the lock of the index itself until it has replaced it.
      await one.app.committed()
      expect(await Bun.file(lock).exists()).toBe(false)
      const crashes = new Bun.Glob('fast_import_crash_*').scan(join(one.app.dir, '.git'))
      expect(await Array.fromAsync(crashes)).toEqual([])
    },
  )

  test('stays while it is new, and while a git runs in the checkout, which may be that of a person', async () => {
    const one = await savingApp()
    ends.push(one.app.close)
    const fresh = await leftBehind(one.app.dir, 'index.lock', 1)
    await one.save({ title: 'While locked' })
    await one.app.committed()
    expect(await Bun.file(fresh).exists()).toBe(true)
    const person = Bun.spawn(['git', 'cat-file', '--batch'], { cwd: one.app.dir, stdin: 'pipe', stdout: 'ignore' })
    ends.push(() => person.kill())
    const old = await leftBehind(one.app.dir, 'index.lock', 60)
    await one.save({ title: 'While a person commits' })
    await one.app.committed()
    expect(await Bun.file(old).exists()).toBe(true)
    person.kill()
    await person.exited
    await eventually(one.status, (said) => said === '')
  })
})

test('an interrupted merge of 300 files is repaired by a handful of git processes', async () => {
  const names = Array.from({ length: 300 }, (_, at) => `posts/${at}.md`)
  const theirs = await aCheckout(Object.fromEntries(names.map((name) => [name, `Old ${name}\n`])))
  ends.push(theirs.remove)
  const place = `${theirs.dir}-clone`
  ends.push(() => rm(place, { recursive: true, force: true }))
  await theirs.run('clone', '-q', theirs.dir, place)
  for (const name of names) await theirs.write(name, `New ${name}, and longer\n`)
  await theirs.write('posts/created.md', 'Created\n')
  await theirs.run('rm', '-q', '--cached', 'posts/3.md')
  await theirs.run('add', '-A')
  await theirs.run('commit', '-q', '-m', 'All')
  await theirs.run('-C', place, 'fetch', '-q')
  // Git had begun to write: some files are new, one in part, one is gone, one was created; another is a person's work.
  for (const name of names.slice(0, 40)) await Bun.write(join(place, name), `New ${name}, and longer\n`)
  await Bun.write(join(place, 'posts/80.md'), 'New posts/8')
  await rm(join(place, 'posts/90.md'))
  await Bun.write(join(place, 'posts/created.md'), 'Created\n')
  await Bun.write(join(place, 'posts/100.md'), 'By a person\n')
  const watched = await watchGit()
  ends.push(watched.restore)
  await repairCheckout({
    remote: `file://${theirs.dir}`,
    contentDir: join(place, 'posts'),
    pending: new Set(),
    log: { warn() {} },
  })
  const calls = (await watched.calls()).length
  await watched.restore()
  expect(calls).toBeLessThanOrEqual(12)
  expect(await theirs.run('-C', place, 'status', '--porcelain')).toBe(' M posts/100.md')
})
