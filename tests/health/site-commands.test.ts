import { afterEach, expect, test } from 'bun:test'
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { YAML } from 'bun'
import { emptyDatabase, hasPostgres } from '#tests/helpers/postgres.ts'
import { aPost } from '#tests/helpers/small-content.ts'
import { testApp } from '#tests/helpers/test-app.ts'
import { makeZip } from '#tests/import/make-zip.ts'
import { blocksOf, blockWith, commandsOf, paste } from './paste.ts'
import { atEnd, endAll } from './real-process.ts'

afterEach(endAll)

/**
 * `docker compose` without an engine: runs the command of `exec` and `run` here, with the paths that `-v` mounts, and notes all
 * other commands. `docker run` needs the volumes of an engine, `docker buildx` a registry: it prints a digest.
 */
const DOCKER = `#!/bin/bash
set -euo pipefail
[ "$1" = run ] && exit 0
if [ "$1" = buildx ]; then echo "sha256:$(printf '%064d' 1)"; exit 0; fi
[ "$1" = compose ] || exit 64
printf '%s\\n' "$*" >> "$DOCKER_CALLS"
case " $* " in *" exec "*" site "* | *" run "*" site "*) ;; *) exit 0 ;; esac
mounts=()
while [ "$1" != site ]; do
  if [ "$1" = -v ]; then mounts+=("$2"); fi
  shift
done
shift
arguments=("$@")
for mount in "\${mounts[@]}"; do
  IFS=: read -r here there _ <<< "$mount"
  arguments=("\${arguments[@]/#$there/$here}")
done
cd "$APP"
exec "\${arguments[@]}"
`

/** A site with an administrator, a folder to run commands in, and their environment. */
async function aSite() {
  const app = await testApp({ files: { 'posts/first.html': aPost({ title: 'First' }) } })
  await app.stop()
  const cwd = await mkdtemp(join(tmpdir(), 'commands-'))
  atEnd(() => rm(cwd, { recursive: true, force: true }))
  atEnd(() => app.close())
  await Bun.write(join(cwd, 'bin/docker'), DOCKER)
  await chmod(join(cwd, 'bin/docker'), 0o755)
  const env = {
    CONTENT_DIR: join(app.dir, 'content'),
    STORAGE_DIR: join(app.dir, 'storage'),
    GIT_COMMIT: 'off',
    PATH: `${join(cwd, 'bin')}:${process.env.PATH}`,
    DOCKER_CALLS: join(cwd, 'calls'),
    APP: resolve('.'),
  }
  /** Runs a command in the checkout; a relative path of a document is one of this folder. */
  async function run(command: string, more: Record<string, string> = {}) {
    const { code, error } = await paste(command, { env: { ...env, ...more } })
    expect([command, code, code === 0 ? '' : error]).toEqual([command, 0, ''])
  }
  return { ...app, cwd, env, run }
}
/** The command in a line of text: `docker compose …`. */
async function inText(document: string, words: string): Promise<string> {
  const found = [...(await Bun.file(document).text()).matchAll(/`(docker compose [^`]*)`/g)].map(([, one = '']) => one)
  const [command = '', ...others] = found.filter((one) => one.includes(words))
  expect([words, command !== '', others]).toEqual([words, true, []])
  return command
}

test('the commands for backup and restore of docs/operators.md run, in a container, too', async () => {
  const { cwd, env, run } = await aSite()
  const file = join(cwd, 'site.tar.gz')
  let restored = 0
  for (const command of commandsOf(await blockWith('docs/operators.md', 'restore FILE --verify'))) {
    if (command.includes('--to=DIR') && !command.includes('--replace')) restored++
    const dir = join(cwd, `restored-${restored}`)
    await run(
      `${command
        .replace('/mnt/nas/site.tar.gz', file)
        .replace(/\bFILE\b/, file)
        .replace('--to=DIR', `--to=${dir}`)}`.replace(/--to=-$/, '$& > /dev/null'),
    )
  }
  expect(await Bun.file(join(cwd, 'restored-1/content/posts/first.html')).exists()).toBe(true)
  await rm(file)
  const backup = await inText('docs/operators.md', 'exec -T site bun run --silent backup')
  expect(await paste(backup, { cwd, env })).toMatchObject({ code: 0, out: '' })
  const target = join(cwd, 'from-container')
  const restore = (await inText('docs/operators.md', 'restore /backup/')).replace('--to=/app', `--to=${target}`)
  expect(await paste(restore, { cwd, env })).toMatchObject({ code: 0 })
  expect(await Bun.file(join(target, 'content/posts/first.html')).exists()).toBe(true)
}, 120_000)

test('the commands for imports and exports of docs/operators.md run, in a container, too', async () => {
  const { cwd, env, run, dir } = await aSite()
  const old = aPost({ title: 'Old', date: '2020-01-02' })
  const ghost = {
    id: '1',
    slug: 'rye',
    title: 'Rye',
    html: '<p>Rye</p>',
    type: 'post',
    status: 'published',
    visibility: 'public',
  }
  const dated = { ...ghost, published_at: '2021-05-06T07:08:09.000Z', created_at: '2021-05-06T07:08:09.000Z' }
  await Bun.write(join(cwd, 'old-site/_config.yml'), 'title: Old\n')
  await Bun.write(join(cwd, 'old-site/_posts/2020-01-02-old.md'), old)
  await Bun.write(
    join(cwd, 'site.zip'),
    makeZip([
      { name: '_posts/2020-01-03-zipped.md', data: old.replace('Old', 'Zipped') },
      { name: '_config.yml', data: 'title: Old' },
    ]),
  )
  await Bun.write(
    join(cwd, 'blog.ghost.json'),
    JSON.stringify({ db: [{ meta: { version: '5.0.0' }, data: { posts: [dated] } }] }),
  )
  const inFolder = (command: string) =>
    command.replace('../old-site', join(cwd, 'old-site')).replace(/ (site\.zip|blog\.ghost\.json)/, ` ${cwd}/$1`)
  /** Nobody answers the question here. */
  const confirmed = (command: string) => (/--yes|--dry-run/.test(command) ? command : `${command} --yes`)
  const imports = commandsOf(await blockWith('docs/operators.md', 'bun run import ../old-site --dry-run'))
  for (const command of imports) await run(confirmed(inFolder(command)))
  expect(
    await paste(confirmed(await inText('docs/operators.md', 'bun run import /old-site')), { cwd, env }),
  ).toMatchObject({ code: 0 })
  const exports = commandsOf(await blockWith('docs/operators.md', 'bun run export --format=hugo'))
  for (const [index, command] of exports.entries()) await run(command.replace('../out', join(cwd, `out-${index}`)))
  const files = [...new Bun.Glob('**/*.{md,html}').scanSync(join(dir, 'content/posts'))]
  const missing = ['first', 'old', 'zipped', 'rye'].filter((name) => !files.some((file) => file.includes(name)))
  expect([files, missing]).toEqual([files, []])
}, 120_000)

test.skipIf(!hasPostgres)(
  'the commands that move a site into PostgreSQL and back run',
  async () => {
    const { run, dir } = await aSite()
    const url = await emptyDatabase()
    for (const command of commandsOf(await blockWith('docs/operators.md', 'bun run move --to=postgres')))
      await run(command.replace('postgres://…', `'${url}'`))
    expect(await Bun.file(join(dir, 'storage/private/admin.json')).exists()).toBe(true)
  },
  120_000,
)

test('the commands of compose in the documents name services and files that exist, and write the variables that the files need', async () => {
  const { cwd, env } = await aSite()
  for (const file of [
    'compose.yaml',
    'compose.site.yaml',
    'compose.tls.yaml',
    'compose.scale.yaml',
    'compose.outgoing.yaml',
    'Dockerfile',
  ])
    await Bun.write(join(cwd, file), Bun.file(file))
  const blocks = [...(await blocksOf('docs/scaling.md')), ...(await blocksOf('docs/operators.md'))].filter((block) =>
    block.includes('docker compose'),
  )
  expect(blocks.length).toBeGreaterThan(3)
  for (const block of blocks) expect([block, (await paste(block, { cwd, env })).code]).toEqual([block, 0])
  const calls = (await Bun.file(env.DOCKER_CALLS).text()).trim().split('\n')
  for (const call of calls) {
    const files = [...call.matchAll(/-f (\S+)/g)].map(([, file = '']) => file)
    const services = await Promise.all((files.length > 0 ? files : ['compose.yaml']).map(servicesOf))
    const [, named = ''] = /(?:up|build|logs)((?: \S+)*)$/.exec(call) ?? []
    const unknown = named
      .split(' ')
      .filter((one) => one !== '' && !one.startsWith('-') && !services.flat().includes(one))
    expect([call, unknown]).toEqual([call, []])
  }
  // The digests that a reader looks up are pasted into all images that the block names.
  for (const file of ['Dockerfile', 'compose.tls.yaml', 'compose.scale.yaml']) {
    const text = await Bun.file(join(cwd, file)).text()
    const images = text.match(/(?<=^FROM |image: )(?:oven|caddy|postgres)\S*/gm) ?? []
    expect([file, images.length > 0, images.filter((one) => !one.includes('@sha256:'))]).toEqual([file, true, []])
  }
  const given: readonly string[] = (await Bun.file(join(cwd, '.env')).text()).match(/^\w+(?==.)/gm) ?? []
  const scale = await Bun.file('compose.scale.yaml').text()
  const required = [...scale.matchAll(/\$\{(\w+):\?/g)].map(([, name = '']) => name)
  expect(required.filter((name) => !given.includes(name))).toEqual([])
}, 60_000)

const servicesOf = async (file: string) =>
  Object.keys((YAML.parse(await Bun.file(file).text()) as { services: Record<string, unknown> }).services)

test('the command of docs/operators.md moves the private files of a site with compose', async () => {
  const { cwd, env } = await aSite()
  await mkdir(join(cwd, 'private'))
  await Bun.write(join(cwd, 'storage/private/admin.json'), '{}')
  const move = await inText('docs/operators.md', 'mv storage/private/')
  expect(await paste(move, { cwd, env: { ...env, APP: cwd } })).toEqual({ out: '', error: '', code: 0 })
  expect(await Bun.file(join(cwd, 'private/admin.json')).text()).toBe('{}')
})
