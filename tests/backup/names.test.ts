import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { commitAll } from '#tests/git/checkout.ts'
import { git } from '#tests/helpers/git.ts'
import { seeded } from '#tests/helpers/seeded.ts'
import { smallContent } from '#tests/helpers/small-content.ts'
import { aPlace, type Place } from './a-backup.ts'
import { addAnything, everythingBelow } from './any-tree.ts'

let place: Place
beforeAll(async () => {
  place = await aPlace()
})
afterAll(() => place.remove())

async function smallSite(name: string): Promise<string> {
  for (const [file, text] of Object.entries(smallContent)) await Bun.write(place.in(`${name}/content/${file}`), text)
  await Bun.write(place.in(`${name}/storage/private/registrations.jsonl`), '{"n":1}\n')
  return place.in(name)
}

/** Backs up and restores. `left`: the lines about what was left out; `summary`: the last line. */
async function roundTrip(dir: string) {
  place.output.length = 0
  const code = await place.backup(dir, `--to=${dir}.tar.gz`)
  const left = place.output.filter((line) => line.startsWith('Left out: '))
  const summary = place.output.at(-1)
  await place.restore(`${dir}.tar.gz`, `--to=${dir}-restored`)
  return { code, left, summary, to: `${dir}-restored` }
}

describe('whatever a backup writes, a restore reads byte for byte, and all else is named', () => {
  test.each([1, 2, 3, 4])('in a tree of seed %i', async (seed) => {
    const random = seeded(seed * 7919)
    const dir = await smallSite(`any-${seed}`)
    const { unheld, left, to, summary, code } = await withAnything(random, dir, seed % 2 === 0)
    expect(left).toHaveLength(unheld.length)
    for (const name of unheld) expect(left.join('\n')).toContain(name)
    expect(summary).toEndWith(` files, ${unheld.length} left out, 0.0 MB`)
    expect(code).toBe(2)
    expect(to.after).toEqual(to.before)
  })

  /** In git, the first half is committed, with rules by which git would change what it checks out, and some of it is deleted. */
  async function withAnything(random: ReturnType<typeof seeded>, dir: string, inGit: boolean) {
    const first = addAnything(random, dir)
    if (inGit) {
      await Bun.write(join(dir, '.gitattributes'), '* text=auto eol=crlf ident\n')
      await commitAll(dir)
      for (const file of first.files.slice(0, 5)) rmSync(file)
    }
    const second = addAnything(random, dir)
    // `storage/private` is not in git.
    const tracked = inGit
      ? new Set((await git(dir, 'ls-files', '-z')).split('\0').map((path) => path.split('/').at(-1)))
      : new Set()
    const isHeld = (name: string) => tracked.has(name)
    const before = everythingBelow(dir, isHeld)
    const { to, ...result } = await roundTrip(dir)
    const unheld = [...first.unheld, ...second.unheld].filter((name) => !isHeld(name))
    return { ...result, unheld, to: { before, after: everythingBelow(to, () => true) } }
  }
})

test('a complete backup exits with 0, whatever its names are', async () => {
  const dir = await smallSite('complete')
  for (const name of ['Icon\r', 'a\\b.md', '--all', ' ', 'x\ty\nz.md', '\u{feff}', 'ä'.repeat(127), 'notes.jsonl'])
    for (const part of ['content/posts', 'storage/public', 'storage/private'])
      await Bun.write(join(dir, part, name), 'no line break at the end')
  const { code, left, summary, to } = await roundTrip(dir)
  expect([code, left]).toEqual([0, []])
  expect(summary).toMatch(/: \d+ files, \d\.\d MB$/)
  const all = () => true
  expect(everythingBelow(to, all)).toEqual(everythingBelow(dir, all))
})

test('names the files of git that are not those of the site, and paths that fit into no other folder', async () => {
  const dir = await smallSite('git-inside')
  mkdirSync(join(dir, 'content/posts/theme/.git'), { recursive: true })
  await Bun.write(join(dir, 'storage/public/.git'), 'gitdir: elsewhere')
  const deep = join(...Array.from({ length: 13 }, () => 'd'.repeat(250)))
  const made = Bun.spawnSync(['mkdir', '-p', deep], { cwd: join(dir, 'content') })
  expect(made.exitCode).toBe(0)
  const { code, left } = await roundTrip(dir)
  expect(code).toBe(2)
  expect(left.map((line) => line.replaceAll(/d{200,}/g, 'd'))).toEqual([
    `Left out: content/d${'/d'.repeat(11)}: its path is longer than 3000 bytes.`,
    'Left out: content/posts/theme/.git: git has files of its own there.',
    'Left out: public/.git: git has files of its own there.',
  ])
})

test('escapes what could control the terminal in the names that it prints', async () => {
  const dir = await smallSite('terminal')
  symlinkSync('nowhere', join(dir, 'content/\x1b[31mred\n'))
  const { left } = await roundTrip(dir)
  expect(left).toEqual(['Left out: content/"\\u001b[31mred\\n": it is a symbolic link.'])
})

test('holds the old or the new state of each file that changes, appears or vanishes meanwhile', async () => {
  const dir = await smallSite('changing')
  const text = (n: number) => `${n} `.repeat(20_000)
  const write = (n: number) => Bun.write(join(dir, `storage/public/${n % 30}.txt`), text(n % 10))
  for (let n = 0; n < 30; n++) await write(n)
  let isDone = false
  const changes = (async () => {
    for (let n = 0; !isDone; n++) {
      rmSync(join(dir, `storage/public/${n % 30}.txt`), { force: true })
      await write(n + 7)
      // A small write ends in the same turn of the event loop.
      await new Promise(setImmediate)
    }
  })()
  const { to } = await roundTrip(dir).finally(() => {
    isDone = true
    return changes
  })
  const restored = join(to, 'storage/public')
  const wholes = new Set(Array.from({ length: 10 }, (_, n) => text(n)))
  for (const name of readdirSync(restored)) expect(wholes.has(readFileSync(join(restored, name), 'utf8'))).toBe(true)
})

/** Runs a command as a user without rights: root reads everything. */
const AS_OTHER_USER = ['setpriv', '--reuid=65534', '--clear-groups']
const isOtherUserPossible =
  process.getuid?.() === 0 &&
  Bun.which('setpriv') !== null &&
  Bun.spawnSync([...AS_OTHER_USER, 'bun', 'server/cli/backup/main.ts', 'restore']).stderr.includes('bun run restore')

test.if(isOtherUserPossible)(
  'names what the user of the backup may not read, and does not save a folder of which it reads nothing',
  async () => {
    const dir = await smallSite('unreadable')
    await Bun.write(join(dir, 'content/posts/secret/a.md'), 'x')
    await Bun.write(join(dir, 'storage/public/closed.png'), 'x')
    const backup = () => {
      const env = { ...process.env, CONTENT_DIR: join(dir, 'content'), STORAGE_DIR: join(dir, 'storage') }
      const command = [...AS_OTHER_USER, 'bun', 'server/cli/backup/main.ts', 'backup', '--to=-', '--allow-empty']
      const { exitCode, stderr, stdout } = Bun.spawnSync(command, { env })
      return { exitCode, lines: stderr.toString().trimEnd().split('\n'), bytes: stdout.length }
    }
    chmodSync(place.folder, 0o755)
    chmodSync(join(dir, 'content/posts/secret'), 0)
    chmodSync(join(dir, 'storage/public/closed.png'), 0)
    const { exitCode, lines } = backup()
    expect([exitCode, lines.filter((line) => line.startsWith('Left out'))]).toEqual([
      2,
      [
        'Left out: content/posts/secret/: it cannot be read (EACCES).',
        'Left out: public/closed.png: it cannot be read (EACCES).',
      ],
    ])
    chmodSync(join(dir, 'storage/private'), 0)
    const closed = backup()
    expect([closed.exitCode, closed.bytes]).toEqual([1, 0])
    expect(closed.lines.at(-1)).toContain('cannot be read (EACCES)')
  },
)

test('takes a history in which old tools wrote modes and names as git does not write them', async () => {
  const dir = await smallSite('old-history')
  await commitAll(dir)
  const object = async (type: string, bytes: Buffer) => {
    await Bun.write(join(dir, 'object'), bytes)
    return git(dir, 'hash-object', '-w', '-t', type, '--literally', 'object')
  }
  const blob = await object('blob', Buffer.from('x'))
  const tree = await object('tree', Buffer.concat([Buffer.from('0100644 x\0'), Buffer.from(blob, 'hex')]))
  const parent = await git(dir, 'rev-parse', 'HEAD')
  const lines = [`tree ${tree}`, 'author <> 0 +051800', 'committer Ed<e@x.example> 0 +0000', '', 'An old one']
  const old = await object('commit', Buffer.from(lines.join('\n')))
  rmSync(join(dir, 'object'))
  const identity = ['-c', 'user.name=Ed', '-c', 'user.email=e@x.example']
  const next = await git(dir, ...identity, 'commit-tree', 'HEAD^{tree}', '-p', parent, '-p', old, '-m', 'Joined')
  await git(dir, 'reset', '-q', '--soft', next)
  const { code, to } = await roundTrip(dir)
  expect([code, await git(to, 'log', '--format=%s')]).toEqual([0, await git(dir, 'log', '--format=%s')])
})
