import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdir, readdir } from 'node:fs/promises'
import { commitAll } from '#tests/git/checkout.ts'
import { git } from '#tests/helpers/git.ts'
import { smallContent } from '#tests/helpers/small-content.ts'
import { aPlace, type Place } from './a-backup.ts'

const SSH = { name: 'origin', url: 'git@git.example:site.git', merge: 'refs/heads/main' }

let place: Place
beforeAll(async () => {
  place = await aPlace()
  for (const [file, text] of Object.entries(smallContent)) await Bun.write(place.in(`site/content/${file}`), text)
  await commitAll(place.in('site'))
  await backupOf(SSH.url)
  await mkdir(place.in('unpacked'))
  await run('tar', '-xzf', place.in('good.tar.gz'), '-C', place.in('unpacked'))
})
afterAll(() => place.remove())

async function backupOf(url: string, file = 'good.tar.gz') {
  const settings = { 'remote.origin.url': url, 'branch.main.remote': 'origin', 'branch.main.merge': 'refs/heads/main' }
  for (const [name, value] of Object.entries(settings)) await git(place.in('site'), 'config', name, value)
  await place.backup(place.in('site'), `--to=${place.in(file)}`)
}

async function run(...command: string[]) {
  const child = Bun.spawn(command, { stdin: 'ignore', stdout: 'ignore', stderr: 'pipe' })
  const output = await new Response(child.stderr).text()
  return { code: await child.exited, output }
}

let names = 0
/** A valid backup with another manifest. Returns the archive and a folder to restore it to. */
async function tampered(change: { branch?: string; remote?: object }) {
  const manifest = await Bun.file(place.in('unpacked/manifest.json')).json()
  const folder = place.in(`tampered-${++names}`)
  await run('cp', '-r', place.in('unpacked'), folder)
  await Bun.write(`${folder}/manifest.json`, JSON.stringify({ ...manifest, git: { ...manifest.git, ...change } }))
  await run('tar', '-czf', `${folder}.tar.gz`, '-C', folder, ...(await readdir(folder)))
  return { file: `${folder}.tar.gz`, to: `${folder}-restored` }
}

const remotesOf = async (dir: string) => (await git(dir, 'remote', '-v')).split('\n').filter(Boolean)
const followedBy = (dir: string) => git(dir, 'rev-parse', '--abbrev-ref', 'main@{upstream}').catch(() => '')

describe('bun run restore rejects a manifest that git could misread', () => {
  const control = String.fromCharCode(10)
  const remotes = [
    ...['--upload-pack', '-c', '.', '..', 'a..b', 'x.lock', 'a/b', 'a b', ''].map((name) => ({ ...SSH, name })),
    ...[
      'ext::sh -c "touch /tmp/never"',
      'ext::sh',
      'fd::7',
      '-oProxyCommand=touch',
      'ssh://-oProxyCommand=touch/x',
      'ssh://%2doProxyCommand=touch@git.example/x',
      '-x@git.example:site.git',
      'git@-oProxyCommand=touch:site.git',
      'git@git.example:-x',
      'git://git.example/site.git',
      '../elsewhere',
      `https://git.example/${control}[core]`,
      'https://git.example/ x',
      '',
    ].map((url) => ({ ...SSH, url })),
    ...[
      'main',
      '--upload-pack=touch',
      'refs/heads/--x',
      'refs/heads/a..b',
      'refs/tags/x',
      `refs/heads/a${control}b`,
    ].map((merge) => ({ ...SSH, merge })),
  ]
  test.each(remotes)('with remote %j', async (remote) => {
    const { file, to } = await tampered({ remote })
    for (const flag of ['--verify', '--with-remote'])
      await expect(place.restore(file, `--to=${to}`, flag)).rejects.toThrow('manifest that cannot be read')
    expect(await readdir(place.folder)).not.toContain(to.split('/').at(-1))
  })

  test.each(['--orphan', 'a..b', 'a b', 'a/.b', 'a.lock/b', '@', 'HEAD', 'a@{1}', 'a//b', '/a', 'a/', 'a.'])(
    'with branch %j',
    async (branch) => {
      const { file, to } = await tampered({ branch })
      await expect(place.restore(file, `--to=${to}`)).rejects.toThrow('manifest that cannot be read')
    },
  )
})

describe('the remote in a backup', () => {
  test('is connected without a terminal only with --with-remote', async () => {
    const restore = (...flags: string[]) =>
      run('bun', 'server/cli/backup/main.ts', 'restore', place.in('good.tar.gz'), ...flags)
    const without = await restore(`--to=${place.in('without')}`)
    expect(without).toEqual({ code: 0, output: expect.stringContaining('is not connected to the remote origin') })
    expect([await remotesOf(place.in('without')), await followedBy(place.in('without'))]).toEqual([[], ''])
    const connected = await restore(`--to=${place.in('with')}`, '--with-remote')
    expect(connected).toEqual({ code: 0, output: expect.stringContaining('The checkout follows the remote origin') })
    expect(await remotesOf(place.in('with'))).toEqual([`origin\t${SSH.url} (fetch)`, `origin\t${SSH.url} (push)`])
    for (const [key, value] of [
      ['remote', 'origin'],
      ['merge', 'refs/heads/main'],
    ] as const)
      expect(await git(place.in('with'), 'config', `branch.main.${key}`)).toBe(value)
  })

  test.each([
    ['y', 2],
    ['', 0],
    ['no', 0],
  ])('is confirmed on a terminal: %j connects %i remotes', async (answer, count) => {
    const to = place.in(`asked-${answer}`)
    let output = ''
    const child = Bun.spawn(['bun', 'server/cli/backup/main.ts', 'restore', place.in('good.tar.gz'), `--to=${to}`], {
      terminal: {
        data(terminal, bytes) {
          const before = output
          output += new TextDecoder().decode(bytes)
          if (output.includes('[y/N]') && !before.includes('[y/N]')) terminal.write(`${answer}\r`)
        },
      },
    })
    expect(await child.exited).toBe(0)
    expect(output).toContain(`The backup names the remote origin (${SSH.url}). Connect to it? [y/N]`)
    expect(await remotesOf(to)).toHaveLength(count)
  })

  test.each(['https://git.example/site.git', 'ssh://git@git.example:2222/site.git', 'git.example:~/site.git'])(
    'may be %s',
    async (url) => {
      const { file, to } = await tampered({ remote: { ...SSH, url } })
      await place.restore(file, `--to=${to}`, '--with-remote')
      expect(await remotesOf(to)).toContain(`origin\t${url} (push)`)
    },
  )

  test('may be a folder of this machine, but not one from the backup', async () => {
    await git(place.folder, 'init', '-q', '--bare', place.in('bare.git'))
    for (const [url, count] of [
      [place.in('bare.git'), 2],
      [`file://${place.in('bare.git')}`, 2],
      [place.in('gone'), 0],
    ]) {
      const { file, to } = await tampered({ remote: { ...SSH, url } })
      await place.restore(file, `--to=${to}`, '--with-remote')
      expect([url, (await remotesOf(to)).length]).toEqual([url, count])
    }
    for (const inside of ['content', 'content/../content', '.git']) {
      const next = place.in(`tampered-${names + 1}-restored`)
      const { file, to } = await tampered({ remote: { ...SSH, url: `${next}/${inside}` } })
      await place.restore(file, `--to=${to}`, '--with-remote')
      expect([inside, await remotesOf(to)]).toEqual([inside, []])
    }
  })

  test('is printed without its token', async () => {
    const { file, to } = await tampered({ remote: { ...SSH, url: 'https://user:secret@git.example/site.git' } })
    await place.restore(file, `--to=${to}`)
    expect(place.output.join('\n')).toContain('https://***@git.example/site.git')
    expect(place.output.join('\n')).not.toContain('secret')
  })

  test('is left out of a backup where a restore would reject it', async () => {
    await backupOf('../bare.git', 'relative.tar.gz')
    expect(place.output.join('\n')).toContain('The remote of the checkout is not in the backup')
    await place.restore(place.in('relative.tar.gz'), `--to=${place.in('relative')}`, '--with-remote')
    expect(await remotesOf(place.in('relative'))).toEqual([])
  })
})

test('a member that the manifest names twice does not hide one that it does not name', async () => {
  const { file, to } = await tampered({})
  const folder = file.replace('.tar.gz', '')
  const manifest = await Bun.file(`${folder}/manifest.json`).json()
  const [first] = manifest.members
  await Bun.write(`${folder}/manifest.json`, JSON.stringify({ ...manifest, members: [...manifest.members, first] }))
  await Bun.write(`${folder}/content/extra.md`, 'x')
  await run(
    'tar',
    '-czf',
    file,
    '-C',
    folder,
    ...(await readdir(folder)).filter((name) => name !== 'content'),
    'content/extra.md',
  )
  await expect(place.restore(file, `--to=${to}`, '--verify')).rejects.toThrow('files that its manifest does not name')
})
