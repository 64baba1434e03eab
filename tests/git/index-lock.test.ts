import { expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { endsOfEachTest } from '#tests/helpers/ends.ts'
import { eventually } from '#tests/helpers/eventually.ts'
import { aHook } from './checkout.ts'
import { watchGit } from './programs.ts'
import { savingApp } from './saving.ts'

const ends = endsOfEachTest()

/** The app, whose git waits before it writes an index until `go` is called. */
async function createSlowSite() {
  const one = await savingApp()
  ends.push(one.app.close)
  const watched = await watchGit()
  ends.push(watched.restore)
  const path = process.env.PATH ?? ''
  const folder = path.slice(0, path.indexOf(':'))
  const real = Bun.which('git', { PATH: path.slice(path.indexOf(':') + 1) })
  await aHook(
    `${folder}/git`,
    `case " $* " in *" --index-info "*) { while [ ! -e '${folder}/go' ]; do sleep 0.02; done; cat; } | exec '${real}' "$@";; esac`,
    `exec '${real}' "$@"`,
  )
  const gitFolder = join(one.app.dir, '.git')
  const isWriting = () =>
    eventually(
      () => readdir(gitFolder),
      (names) => names.some((name) => name.endsWith('.lock')),
    )
  return { ...one, gitFolder, isWriting, go: () => Bun.write(`${folder}/go`, '') }
}

test('stores a save at once while git writes the index for the commit of the save before', async () => {
  const { save, isWriting, gitFolder, go, app, git, status } = await createSlowSite()
  expect((await save({ title: 'The first' })).status).toBe(200)
  await isWriting()
  expect(existsSync(join(gitFolder, 'index.lock'))).toBe(false)
  expect((await save({ title: 'The second' })).status).toBe(200)
  expect(app.services.checkout?.state().commits).toMatchObject({ waiting: 2, reason: undefined })
  await go()
  await app.committed()
  expect(await git('log', '--format=%s')).toBe('post: update "The second"\npost: update "The first"\nFirst')
  expect(await status()).toBe('')
  expect((await readdir(gitFolder)).filter((name) => /lock$|palletry/.test(name))).toEqual([])
})

test('keeps what a person stages while git writes the index for a commit', async () => {
  const { save, isWriting, go, app, git, status } = await createSlowSite()
  expect((await save({ title: 'The first' })).status).toBe(200)
  await isWriting()
  await Bun.write(join(app.dir, 'notes.txt'), 'By a person\n')
  await git('add', 'notes.txt')
  await go()
  await app.committed()
  await eventually(status, (said) => said === 'A  notes.txt')
})
