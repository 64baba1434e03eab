import { afterEach, describe, expect, test } from 'bun:test'
import { readFile, rm, symlink } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { apiPaths } from '#contract/paths.ts'
import { OperatorError } from '#server/lib/errors.ts'
import { acquireProcessLock } from '#server/storage/locks.ts'
import { atEnd, endAll, failureOf, site } from '#tests/health/real-process.ts'
import { isFullRun } from '#tests/helpers/full-run.ts'
import { another } from '#tests/registration/a-registration.ts'

afterEach(endAll)

type Started = ReturnType<Awaited<ReturnType<typeof site>>>
const privateOf = ({ dir }: Started) => join(dir, 'storage/private')

async function signUp(url: string, n: number) {
  const answer = await fetch(url + apiPaths.register, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(another(n)),
  })
  expect(answer.status).toBe(200)
}
const usernamesIn = async (folder: string) =>
  (await readFile(join(folder, 'registrations.jsonl'), 'utf8'))
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line).username)

const inUse = (pid: number, folder: string) =>
  new RegExp(
    `^Another process \\(PID ${pid} on ${hostname()}, started 20\\S+Z\\) uses ${folder}\\. Stop it, or set PRIVATE_DIR to another folder\\.$`,
  )

describe('a second server on the same folder', () => {
  test('exits with an error that names the process holding the lock, even after the lock file was deleted, and the first loses no sign-up', async () => {
    const start = await site()
    const first = start()
    const url = await first.url()
    await signUp(url, 1)
    const link = `${first.dir}-link`
    await symlink(first.dir, link)
    atEnd(() => rm(link))
    const spellings: [Record<string, string>, string][] = [
      [{ STORAGE_DIR: `${link}/storage` }, `${link}/storage/private`],
      [{}, privateOf(first)],
      [{ PRIVATE_DIR: `${first.dir}/./storage//private/` }, privateOf(first)],
    ]
    for (const [env, folder] of isFullRun ? spellings : spellings.slice(0, 1))
      expect(await failureOf(start(env))).toMatch(inUse(first.child.pid, folder))
    await signUp(url, 2)
    await rm(join(privateOf(first), 'process.lock'))
    expect(await failureOf(start())).toMatch(inUse(first.child.pid, privateOf(first)))
    await signUp(url, 3)
    expect(await usernamesIn(privateOf(first))).toEqual([1, 2, 3].map((n) => another(n).username))
  }, 60_000)

  test('wins once when several compete after kill -9, although server.json names a running process', async () => {
    const start = await site()
    const first = start()
    await signUp(await first.url(), 1)
    first.child.kill('SIGKILL')
    await first.child.exited
    const holder = {
      pid: process.pid,
      host: hostname(),
      started: '2026-11-23T05:00:00.000Z',
      url: 'http://127.0.0.1:1',
    }
    await Bun.write(join(privateOf(first), 'server.json'), JSON.stringify(holder))
    const starters = Array.from({ length: isFullRun ? 6 : 2 }, () => start())
    const urls = await Promise.all(starters.map(({ url }) => url().catch(() => undefined)))
    const winner = starters[urls.findIndex(Boolean)]
    const losers = starters.filter((one) => one !== winner)
    expect(winner?.child.exitCode).toBeNull()
    for (const loser of losers) expect(await failureOf(loser)).toMatch(inUse(winner?.child.pid ?? 0, privateOf(first)))
    await signUp(urls.find(Boolean) ?? '', 2)
    expect(await usernamesIn(privateOf(first))).toEqual([another(1).username, another(2).username])
  }, 60_000)
})

/** Runs a process in its own PID namespace, where it is PID 1, as in a container. */
const CONTAINER = ['unshare', '--user', '--map-root-user', '--pid', '--fork', '--kill-child']
const hasContainers = Bun.spawnSync([...CONTAINER, 'true']).success

test.if(hasContainers)(
  'excludes a second container with PID 1, and the next one starts after kill -9',
  async () => {
    const start = await site()
    const contain = () => start({}, [], CONTAINER)
    const first = contain()
    await signUp(await first.url(), 1)
    expect(await failureOf(contain())).toMatch(inUse(1, privateOf(first)))
    first.child.kill('SIGKILL')
    await first.child.exited
    await signUp(await contain().url(), 2)
    expect(await usernamesIn(privateOf(first))).toEqual([another(1).username, another(2).username])
  },
  60_000,
)

test('aborts startup with a sentence when a folder cannot be locked', async () => {
  const { dir } = await site()
  const file = join(dir, 'file')
  await Bun.write(file, '')
  await expect(acquireProcessLock(file)).rejects.toThrow(/file cannot be locked \(EEXIST|ENOTDIR\)/)
  await expect(acquireProcessLock(file)).rejects.toBeInstanceOf(OperatorError)
})
