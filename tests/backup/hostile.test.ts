import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, readFile, rm, symlink } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import tar, { type Header } from 'tar-stream'
import { verifyBackup } from '#server/cli/backup/archive.ts'
import { commitAll } from '#tests/git/checkout.ts'
import { gitIn } from '#tests/helpers/git.ts'
import { smallContent } from '#tests/helpers/small-content.ts'
import { aPlace, type Place } from './a-backup.ts'

let place: Place
let good: Buffer
beforeAll(async () => {
  place = await aPlace()
  for (const [file, text] of Object.entries(smallContent)) await Bun.write(place.in(`site/content/${file}`), text)
  await Bun.write(place.in('site/storage/private/registrations.jsonl'), '{"n":1}\n{"n":2}\n{"torn')
  await Bun.write(place.in('site/storage/public/documents/terms.pdf'), crypto.getRandomValues(new Uint8Array(50_000)))
  await place.backup(place.in('site'), `--to=${place.in('good.tar.gz')}`)
  good = await readFile(place.in('good.tar.gz'))
})
afterAll(() => place.remove())

let names = 0
/** Rejected, and nothing was written. */
async function expectRefused(bytes: Uint8Array, sentence: RegExp) {
  const name = `${++names}`
  await Bun.write(place.in(`${name}.tar.gz`), bytes)
  for (const flag of ['--verify', '--replace']) {
    const restored = place.restore(place.in(`${name}.tar.gz`), `--to=${place.in(`to-${name}`)}`, flag)
    await expect(restored).rejects.toThrow(sentence)
  }
  expect(await readdir(place.folder)).not.toContain(`to-${name}`)
}

/** An archive with arbitrary members. */
async function archiveOf(...members: [Pick<Header, 'name'> & Partial<Header>, string | Buffer][]): Promise<Buffer> {
  const pack = tar.pack()
  const file = place.in('made.tar.gz')
  const written = pipeline(pack, createGzip(), createWriteStream(file))
  for (const [header, text] of members) pack.entry(header, text)
  pack.finalize()
  await written
  return readFile(file)
}

describe('bun run restore rejects an archive before it writes anything', () => {
  const outside = [
    '../x',
    'content/../../x',
    '/etc/x',
    'content//x',
    'content/./x',
    'content',
    'content/',
    `content/${'d/'.repeat(1_600)}x`,
    'content/.restoring/new/x',
  ]
  test.each([...outside, 'elsewhere/x', 'content/.git/hooks/pre-commit', 'public/.GIT/config', '.git/config'])(
    'with a name like %j',
    async (name) => expectRefused(await archiveOf([{ name }, 'x']), /a name that no backup has/),
  )

  test.each(['symlink', 'link', 'directory', 'fifo', 'character-device'] as const)('with a %s', async (type) => {
    const header = { name: 'content/x', type, linkname: '/etc/passwd' }
    await expectRefused(await archiveOf([header, '']), /a link or something else/)
  })

  test('with a file twice', async () =>
    expectRefused(await archiveOf([{ name: 'content/x' }, '1'], [{ name: 'content/x' }, '2']), /a file twice/))

  test('without a manifest, or with an invalid one', async () => {
    await expectRefused(await archiveOf([{ name: 'content/x' }, '1']), /no manifest/)
    await expectRefused(await archiveOf([{ name: 'manifest.json' }, '{}']), /manifest that cannot be read/)
  })

  test('with paths that lead out of the folder', async () => {
    const text = (content: string) =>
      JSON.stringify({
        format: 1,
        made: '',
        version: '',
        git: null,
        members: [],
        committed: [],
        places: { content, public: 'p', private: 'q' },
      })
    for (const wrong of ['..', '/etc', 'a/../..', '', '.git/hooks'])
      await expectRefused(await archiveOf([{ name: 'manifest.json' }, text(wrong)]), /manifest that cannot be read/)
  })

  test('with a changed byte or a truncated end', async () => {
    for (let n = 1; n < 40; n++) {
      const at = Math.floor((good.length * n) / 40)
      const flipped = Buffer.from(good)
      flipped[at] = (flipped[at] ?? 0) ^ 1
      await expectRefused(flipped, /The archive|The manifest/)
      await expectRefused(good.subarray(0, at), /The archive/)
    }
    await expectRefused(Buffer.from('no archive'), /damaged/)
  })
})

test('does not delete or write through a symlink in the restored history', async () => {
  const [dir, victim] = [place.in('linked'), place.in('victim')]
  await Bun.write(`${victim}/precious.md`, 'precious')
  for (const [file, text] of Object.entries(smallContent)) await Bun.write(`${dir}/content/${file}`, text)
  await commitAll(dir)
  await place.backup(dir, `--to=${place.in('linked.tar.gz')}`)
  const git = (...args: string[]) => gitIn(dir)(['-c', 'user.name=Ed', '-c', 'user.email=e@x.example', ...args])
  await git('rm', '-rq', '--cached', 'content')
  await rm(`${dir}/content`, { recursive: true })
  await symlink(victim, `${dir}/content`)
  await git('add', 'content')
  await git('commit', '-qm', 'A link')
  await git('bundle', 'create', '-q', place.in('evil.bundle'), '--branches', 'HEAD')
  const bundle = await readFile(place.in('evil.bundle'))
  const sum = new Bun.CryptoHasher('sha256').update(bundle).digest('hex')
  const manifest = await verifyBackup(place.in('linked.tar.gz'))
  const evil = {
    ...manifest,
    git: { ...manifest.git, head: await git('rev-parse', 'HEAD') },
    members: [{ path: 'repository.bundle', size: bundle.length, sha256: sum }],
    committed: [],
  }
  const archive = await archiveOf(
    [{ name: 'repository.bundle' }, bundle],
    [{ name: 'manifest.json' }, JSON.stringify(evil)],
  )
  await Bun.write(place.in('evil.tar.gz'), archive)
  await expect(place.restore(place.in('evil.tar.gz'), `--to=${place.in('evil')}`)).rejects.toThrow('is a link')
  expect(await readdir(victim)).toEqual(['precious.md'])
})

describe('the target folder of bun run restore', () => {
  test('must be empty or be replaced on request; a log ends with its last complete line', async () => {
    const to = `--to=${place.in('here')}`
    await place.restore(place.in('good.tar.gz'), to)
    expect(await readFile(place.in('here/storage/private/registrations.jsonl'), 'utf8')).toBe('{"n":1}\n{"n":2}\n')
    await Bun.write(place.in('here/content/posts/mine.md'), 'mine')
    await expect(place.restore(place.in('good.tar.gz'), to)).rejects.toThrow('is not empty')
    expect(await readFile(place.in('here/content/posts/mine.md'), 'utf8')).toBe('mine')
    await place.restore(place.in('good.tar.gz'), to, '--replace')
    expect(await readdir(place.in('here/content'))).not.toContain('posts')
    await Bun.write(place.in('file'), '')
    await expect(place.restore(place.in('good.tar.gz'), `--to=${place.in('file')}`)).rejects.toThrow()
  })

  test('may contain empty folders, as volumes do', async () => {
    for (const folder of ['content', 'storage/public', 'storage/private'])
      await mkdir(place.in(`volumes/${folder}`), { recursive: true })
    await place.restore(place.in('good.tar.gz'), `--to=${place.in('volumes')}`)
    expect(await readFile(place.in('volumes/content/site.yml'), 'utf8')).toBe(smallContent['site.yml'] ?? '')
  })

  test('is reported in a sentence with exit code 1 when the restore fails, and the archive may come from a pipe', async () => {
    const env = { ...process.env, CONTENT_DIR: place.in('site/content'), STORAGE_DIR: place.in('site/storage') }
    const run = (...args: string[]) => Bun.spawnSync(['bun', 'server/cli/backup/main.ts', ...args], { env })
    const { stdout, exitCode } = run('backup', '--to=-', '--allow-empty')
    expect(exitCode).toBe(0)
    await Bun.write(place.in('piped.tar.gz'), stdout)
    expect(run('restore', place.in('piped.tar.gz'), '--verify').stderr.toString()).toStartWith('The backup is whole')
    const wrong = run('restore', place.in('nothing'))
    expect([wrong.exitCode, wrong.stderr.toString()]).toEqual([1, `There is no file ${place.in('nothing')}.\n`])
  })
})
