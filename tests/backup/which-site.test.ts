import { afterEach, describe, expect, test } from 'bun:test'
import { chmod, cp, mkdir, readdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { announceSite, otherSites } from '#server/ops/running-sites.ts'
import { commitAll } from '#tests/git/checkout.ts'
import { atEnd, endAll, site } from '#tests/health/real-process.ts'
import { isFullRun } from '#tests/helpers/full-run.ts'
import { git } from '#tests/helpers/git.ts'
import { smallContent } from '#tests/helpers/small-content.ts'
import { aPlace } from './a-backup.ts'

afterEach(endAll)

const ACCOUNTS = '{"administrators":[{"id":"a"}]}'

/** A folder with content, and with private files in `storage/private` or elsewhere. */
async function aFolder({ accounts }: { accounts?: string } = {}) {
  const place = await aPlace()
  atEnd(place.remove)
  for (const [file, text] of Object.entries(smallContent)) await Bun.write(place.in(`content/${file}`), text)
  if (accounts !== undefined) await Bun.write(place.in('storage/private/admin.json'), accounts)
  const places = { contentDir: place.in('content'), storageDir: place.in('storage') }
  const env = { PATH: process.env.PATH, CONTENT_DIR: places.contentDir, STORAGE_DIR: places.storageDir }
  return { ...place, places: { ...places, privateDir: place.in('storage/private') }, env }
}

type Environment = Record<string, string | undefined>

async function run(command: string[], env: Environment, cwd = process.cwd()) {
  const child = Bun.spawn(command, { env, cwd, stdin: 'ignore', stdout: 'pipe', stderr: 'pipe' })
  const [out, said] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  return { code: await child.exited, out, said }
}
const backup = (env: Environment, ...args: string[]) =>
  run(['bun', 'server/cli/backup/main.ts', 'backup', '--to=-', ...args], env)

describe('bun run backup saves nothing and exits with 1', () => {
  test.each([
    ['accounts in another folder', undefined],
    ['an empty file of accounts', '{"administrators":[],"invitations":[]}'],
  ])('with %s, unless --allow-empty is given', async (_, accounts) => {
    const { env, folder } = await aFolder({ ...(accounts && { accounts }) })
    const { code, out, said } = await backup(env)
    expect({ code, out }).toEqual({ code: 1, out: '' })
    expect(said).toContain(`Site: content ${folder}/content, storage ${folder}/storage, private files`)
    expect(said).toContain(
      'There is no administrator in it. Set CONTENT_DIR, STORAGE_DIR, PRIVATE_DIR and DATABASE_URL',
    )
    const allowed = await backup(env, '--allow-empty')
    expect([allowed.code, allowed.out.length > 0]).toEqual([0, true])
  })

  test('with another content folder than that of the service', async () => {
    const { env, folder } = await aFolder({ accounts: ACCOUNTS })
    const { code, out, said } = await backup({ ...env, CONTENT_DIR: join(folder, 'nothing') })
    expect({ code, out }).toEqual({ code: 1, out: '' })
    expect(said).toContain('There is no content in it.')
  })

  test('while a site with other private files runs from the same content, whose files it names', async () => {
    const start = await site()
    const elsewhere = join(start.dir, 'elsewhere')
    const { child, url } = start({ PRIVATE_DIR: elsewhere })
    await url()
    expect(await readdir(join(start.dir, 'content/.running-sites'))).toHaveLength(2)
    // Private files of an earlier time are in the default folder.
    await cp(join(elsewhere, 'admin.json'), join(start.dir, 'storage/private/admin.json'))
    const env = { PATH: process.env.PATH, CONTENT_DIR: `${start.dir}/content`, STORAGE_DIR: `${start.dir}/storage` }
    const { code, out, said } = await backup(env)
    expect({ code, out }).toEqual({ code: 1, out: '' })
    expect(said).toContain(`(PID ${child.pid} on `)
    expect(said).toContain(`private files ${elsewhere}, records in files`)
    const withItsOwn = await backup({ ...env, PRIVATE_DIR: elsewhere })
    expect(withItsOwn.code).toBe(0)
    // A command without any settings sees the content of this checkout.
    expect((await otherSites({ contentDir: 'content' })).map(({ pid }) => pid)).toContain(child.pid)

    child.kill('SIGTERM')
    await child.exited
    expect(await readdir(join(start.dir, 'content'))).not.toContain('.running-sites')
    expect((await backup(env)).code).toBe(0)
  }, 120_000)
})

describe('a running site is another one for a command', () => {
  const databaseUrl = 'postgres://user:secret@127.0.0.1/site'

  test('with other private files, another storage or another database, and not by another path', async () => {
    const { places, folder } = await aFolder()
    await mkdir(join(folder, 'storage/private'), { recursive: true })
    const running = await announceSite({ ...places, databaseUrl })
    atEnd(running.end)
    const isOther = async (changes: object) => (await otherSites({ ...places, databaseUrl, ...changes })).length > 0
    expect(await isOther({})).toBe(false)
    expect(await isOther({ privateDir: join(folder, 'content/../storage/./private') })).toBe(false)
    expect(await isOther({ databaseUrl: 'postgres://other@localhost:5432/site' })).toBe(false)
    expect(await isOther({ privateDir: join(folder, 'other') })).toBe(true)
    expect(await isOther({ storageDir: join(folder, 'other') })).toBe(true)
    expect(await isOther({ databaseUrl: undefined })).toBe(true)
    expect(await isOther({ databaseUrl: 'postgres://user:secret@db/site' })).toBe(true)
    const [file = ''] = (await readdir(join(folder, 'content/.running-sites'))).filter((name) => name.endsWith('.json'))
    expect(await readFile(join(folder, 'content/.running-sites', file), 'utf8')).not.toContain('secret')
  })

  test('in a checkout, where it leaves no untracked file', async () => {
    const { places, folder } = await aFolder()
    await commitAll(folder)
    const running = await announceSite({ ...places, privateDir: join(folder, 'elsewhere') })
    expect(await otherSites(places)).toHaveLength(1)
    expect(await git(folder, 'status', '--porcelain')).toBe('')
    await running.end()
    expect(await otherSites(places)).toEqual([])
    expect(await readdir(join(folder, '.git'))).not.toContain('.running-sites')
  })

  test('only as long as its process runs, also after kill -9, and the next one removes its files', async () => {
    const { places, folder } = await aFolder()
    const announce = `import { announceSite } from '#server/ops/running-sites.ts'
      globalThis.announced = await announceSite(${JSON.stringify({ ...places, privateDir: join(folder, 'elsewhere') })})
      console.log('announced')
      setInterval(() => {}, 1000)`
    const child = Bun.spawn(['bun', '-e', announce], { stdout: 'pipe', stderr: 'ignore' })
    atEnd(async () => child.kill('SIGKILL'))
    for await (const _ of child.stdout) break
    expect(await otherSites(places)).toHaveLength(1)
    child.kill('SIGKILL')
    await child.exited
    expect(await otherSites(places)).toEqual([])
    const running = await announceSite(places)
    atEnd(running.end)
    expect(await readdir(join(folder, 'content/.running-sites'))).toHaveLength(2)
  })
})

test('every command that reads the environment says which site it sees, and not in its data', async () => {
  const { env, folder } = await aFolder({ accounts: ACCOUNTS })
  const [content, storage] = [`content ${folder}/content`, `storage ${folder}/storage`]
  const all = `Site: ${content}, ${storage}, private files ${folder}/storage/private, records in files`
  const commands: [string, string][] = [
    ['leads/main.ts list', all],
    ['admin/main.ts audit', all],
    ['move/main.ts --to=files', all],
    ['import/main.ts', all],
    ['export/main.ts', all],
    ['backup/main.ts backup --to=-', all],
    ['content-check/main.ts --format=json', `Site: ${content}, ${storage}`],
    ['import-images.ts', `Site: ${content}, ${storage}`],
  ]
  const tried = isFullRun ? commands : commands.filter((_, at) => at % 3 === 0)
  const results = await Promise.all(
    tried.map(async ([command]) => run(['bun', ...`server/cli/${command}`.split(' ')], env)),
  )
  for (const [index, [command, line]] of tried.entries()) {
    expect([command, results[index]?.said.split('\n')]).toEqual([command, expect.arrayContaining([line])])
    expect(results[index]?.out).not.toContain('Site:')
  }
  const database = 'postgres://somebody:secret@127.0.0.1:1/site'
  const { said } = await run(['bun', 'server/cli/leads/main.ts', 'list'], { ...env, DATABASE_URL: database })
  expect(said).toContain('records in postgres://localhost:1/site\n')
  expect(said).not.toMatch(/secret|somebody/)
}, 60_000)

test('the documented cron line fails loudly, and deletes no older backup, unless the backup is complete', async () => {
  const { env, folder } = await aFolder()
  const line = /^15 3 \* \* \* {2}(.*)$/m.exec(await readFile('docs/operators.md', 'utf8'))?.[1] ?? ''
  await mkdir(join(folder, 'to'))
  await Bun.write(join(folder, 'bin/age'), '#!/bin/sh\nwhile [ "$1" != -o ]; do shift; done\ncp "$3" "$2"\n')
  await chmod(join(folder, 'bin/age'), 0o755)
  // In a crontab, a percent sign ends the command.
  const command = line
    .replaceAll('\\%', '%')
    .replaceAll('/srv/site', resolve('.'))
    .replaceAll('/mnt/backup', join(folder, 'to'))
    .replaceAll('/var/tmp', folder)
  const old = join(folder, 'to/site-2020-01-01.tar.gz.age')
  const night = async () => {
    await Bun.write(old, 'x')
    Bun.spawnSync(['touch', '-d', '2020-01-01', old])
    const { code } = await run(['sh', '-c', command], { ...env, PATH: `${folder}/bin:${env.PATH}` })
    return {
      failed: code !== 0,
      files: (await readdir(join(folder, 'to'))).length,
      hasOld: await Bun.file(old).exists(),
    }
  }
  expect(await night()).toEqual({ failed: true, files: 1, hasOld: true })
  await Bun.write(join(folder, 'storage/private/admin.json'), ACCOUNTS)
  Bun.spawnSync(['mkfifo', join(folder, 'content/pipe')])
  expect(await night()).toEqual({ failed: true, files: 2, hasOld: true })
  Bun.spawnSync(['rm', join(folder, 'content/pipe')])
  expect(await night()).toEqual({ failed: false, files: 1, hasOld: false })
}, 60_000)
