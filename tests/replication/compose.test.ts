import { expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'yaml'
import { startChild } from '#tests/helpers/child.ts'
import { endsOfEachTest } from '#tests/helpers/ends.ts'
import { runGit } from '#tests/helpers/git-remote.ts'
import { freePort } from '#tests/helpers/ports.ts'

const ends = endsOfEachTest()

type Service = {
  image: string
  build?: string
  environment?: Record<string, string>
  volumes?: string[]
  ports?: string[]
  networks?: string[]
  read_only?: boolean
  cap_drop?: string[]
  healthcheck?: unknown
}
const source = await Bun.file('compose.scale.yaml').text()
const {
  services,
  volumes,
  networks,
}: { services: Record<string, Service>; volumes: object; networks: Record<string, unknown> } = parse(source, {
  merge: true,
})
const replicas = Object.entries(services).filter(([name]) => name.startsWith('site-'))

test('compose.scale.yaml has Caddy, three replicas, PostgreSQL and a git remote, and publishes only Caddy', () => {
  expect(Object.keys(services).sort()).toEqual(['database', 'proxy', 'remote', 'site-1', 'site-2', 'site-3'])
  expect(Object.entries(services).flatMap(([name, { ports = [] }]) => ports.map((port) => `${name} ${port}`))).toEqual([
    'proxy 80:80',
    'proxy 443:443',
    'proxy 443:443/udp',
  ])
  expect(services.proxy?.environment?.REPLICAS).toBe(replicas.map(([name]) => `${name}:3000`).join(' '))
  expect(services.proxy?.volumes).toContain('./docs/scaling/Caddyfile:/etc/caddy/Caddyfile:ro')
})

test('its replicas differ in nothing but their volumes, which no other service has', () => {
  const [first] = replicas.map(([, replica]) => replica)
  if (!first) throw new Error('There are no replicas.')
  for (const [, replica] of replicas) expect({ ...replica, volumes: [] }).toEqual({ ...first, volumes: [] })
  const mounted = Object.values(services).flatMap((service) => service.volumes ?? [])
  const named = mounted.map((volume) => volume.split(':')[0] ?? '').filter((name) => !name.startsWith('.'))
  expect(named.sort()).toEqual(Object.keys(volumes).sort())
  for (const [, { volumes: own = [] }] of replicas)
    expect(own.map((volume) => volume.split(':')[1])).toEqual(['/site', '/app/private'])
})

test('its replicas have only settings that the server knows, no default password, a read-only root and no capabilities', async () => {
  const config = await Bun.file('server/config.ts').text()
  for (const [, { environment = {}, read_only, cap_drop, healthcheck }] of replicas) {
    for (const name of Object.keys(environment)) expect(config).toContain(`'${name}'`)
    expect(environment.DATABASE_URL).toContain('${POSTGRES_PASSWORD:?')
    expect(environment.ADMIN_PASSWORD).toMatch(/^\$\{ADMIN_PASSWORD:\?/)
    expect([read_only, cap_drop]).toEqual([true, ['ALL']])
    expect(JSON.stringify(healthcheck)).toContain('/readyz')
  }
  expect(services.database?.environment?.POSTGRES_PASSWORD).toMatch(/^\$\{POSTGRES_PASSWORD:\?/)
  expect(JSON.stringify(networks)).toContain(replicas[0]?.[1].environment?.TRUSTED_PROXIES ?? 'none')
})

test('its git remote is created from the content of the image, once, and accepts pushes', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'compose-'))
  ends.push(() => rm(folder, { recursive: true, force: true }))
  const app = join(folder, 'app')
  await Bun.write(join(app, 'content/posts/a.md'), 'A post.\n')
  await Bun.write(join(app, 'storage/public/posts/van.webp'), 'An image.\n')
  await Bun.write(join(app, 'storage/private/admin.json'), '{}\n')
  await mkdir(join(folder, 'root'))
  const port = await freePort()
  const url = `git://127.0.0.1:${port}/site.git`
  const answers = async () => (await Bun.$`git ls-remote ${url} HEAD`.quiet().nothrow()).exitCode === 0
  const start = () =>
    startChild({
      command: ['sh', 'docs/scaling/git-remote.sh'],
      env: { GIT_ROOT: join(folder, 'root'), APP: app, GIT_DAEMON_FLAGS: `--listen=127.0.0.1 --port=${port}` },
      isReady: answers,
    })
  await (await start()).end('SIGTERM')
  expect(existsSync(join(app, '.git'))).toBe(false)
  const again = await start()
  ends.push(() => again.end('SIGKILL'))
  runGit(folder, 'clone', '-q', url, 'clone')
  const clone = join(folder, 'clone')
  expect(runGit(clone, 'ls-files')).toBe('content/posts/a.md\nstorage/public/posts/van.webp')
  runGit(clone, 'commit', '-q', '--allow-empty', '-m', 'Pushed')
  runGit(clone, 'push', '-q')
  expect(runGit(join(folder, 'root/site.git'), 'rev-list', '--count', 'main')).toBe('2')
})
