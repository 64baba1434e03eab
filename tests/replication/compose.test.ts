import { expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { parse } from 'yaml'
import { apiPaths } from '#contract/paths.ts'
import { startChild } from '#tests/helpers/child.ts'
import { endsOfEachTest } from '#tests/helpers/ends.ts'
import { runGit } from '#tests/helpers/git-remote.ts'
import { freePort } from '#tests/helpers/ports.ts'
import { findPostgres, hasPostgres, postgresServer, query } from '#tests/helpers/postgres.ts'
import { testApp } from '#tests/helpers/test-app.ts'
import { another } from '#tests/registration/a-registration.ts'

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
const compose: { services: Record<string, Service>; volumes: object; networks: Record<string, unknown> } = parse(
  source,
  {
    merge: true,
  },
)
const { services, volumes, networks } = compose
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

test('compose.metrics.yaml scrapes each replica in their private network, and publishes Prometheus on this machine only', async () => {
  const more: typeof compose = parse(await Bun.file('compose.metrics.yaml').text())
  const { networks: joined = [], ports, volumes: mounted = [] } = more.services.prometheus ?? {}
  expect(joined).toContain('inside')
  expect(ports).toEqual(['127.0.0.1:9090:9090'])
  for (const volume of mounted.filter((one) => one.startsWith('./')))
    expect(await Bun.file(volume.split(':')[0] ?? '').exists()).toBe(true)
  const { scrape_configs: jobs } = parse(await Bun.file('docs/scaling/prometheus.yml').text())
  const wanted = replicas.map(([name, { environment = {} }]) => `${name}:${environment.METRICS_PORT}`)
  expect(jobs[0].static_configs[0].targets).toEqual(wanted)
  // The alerts are about jobs of this name.
  expect(jobs[0].job_name).toMatch(/^site/)
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
    expect(environment.DATABASE_URL).toContain('${DATABASE_PASSWORD:?')
    expect(environment.GIT_REMOTE).toContain('${GIT_PASSWORD:?')
    expect(JSON.stringify(environment)).not.toContain('POSTGRES_PASSWORD')
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

test('its replicas have no way out but the second network of compose.outgoing.yaml', async () => {
  expect(networks.inside).toMatchObject({ internal: true })
  for (const [name, { networks: own }] of Object.entries(services))
    expect(own).toEqual(name === 'proxy' ? ['inside', 'default'] : ['inside'])
  const outgoing: typeof compose = parse(await Bun.file('compose.outgoing.yaml').text(), { merge: true })
  expect(Object.keys(outgoing.services).sort()).toEqual(replicas.map(([name]) => name).sort())
  for (const { networks: own } of Object.values(outgoing.services)) expect(own).toEqual(['inside', 'outgoing'])
  expect(outgoing.networks).toEqual({ outgoing: null })
})

test('its git service serves, and accepts pushes from, those who know the password', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'compose-'))
  ends.push(() => rm(folder, { recursive: true, force: true }))
  await Bun.write(join(folder, 'app/content/posts/a.md'), 'A post.\n')
  await Bun.write(join(folder, 'app/storage/public/.gitkeep'), '')
  await mkdir(join(folder, 'root'))
  const port = await freePort()
  const url = (user: string) => `http://${user}127.0.0.1:${port}/site.git`
  const answers = async (user: string) =>
    (await Bun.$`GIT_TERMINAL_PROMPT=0 git ls-remote ${url(user)} HEAD`.quiet().nothrow()).exitCode === 0
  const child = await startChild({
    command: ['sh', 'docs/scaling/git-remote.sh'],
    env: {
      GIT_ROOT: join(folder, 'root'),
      APP: join(folder, 'app'),
      GIT_PASSWORD: 'secret1',
      HOST: '127.0.0.1',
      PORT: String(port),
    },
    isReady: () => answers('site:secret1@'),
  })
  ends.push(() => child.end('SIGKILL'))
  for (const user of ['', 'site:wrong@', 'other:secret1@']) expect(await answers(user)).toBe(false)
  runGit(folder, 'clone', '-q', url('site:secret1@'), 'clone')
  const clone = join(folder, 'clone')
  await Bun.write(join(clone, 'content/large.bin'), crypto.getRandomValues(new Uint8Array(65_536)))
  runGit(clone, 'add', '-A')
  runGit(clone, 'commit', '-q', '-m', 'Pushed')
  runGit(clone, 'remote', 'set-url', 'origin', url('site:wrong@'))
  expect(() => runGit(clone, '-c', 'credential.helper=', '-c', 'core.askPass=true', 'push', '-q')).toThrow()
  runGit(clone, 'remote', 'set-url', 'origin', url('site:secret1@'))
  runGit(clone, 'push', '-q')
  expect(runGit(join(folder, 'root/site.git'), 'rev-list', '--count', 'main')).toBe('2')
})

test.skipIf(!hasPostgres)(
  'its database role has the tables, also those of an earlier superuser, and no other rights',
  async () => {
    const { urlOf } = await postgresServer()
    await query(urlOf('site'), 'create database least')
    const { searchParams } = new URL(urlOf('site'))
    const start = async (user: string) => {
      const app = await testApp({ env: { DATABASE_URL: urlOf(user, 'least') } })
      expect((await app.post(apiPaths.register, another(user.length))).status).toBe(200)
      await app.close()
    }
    await start('site')
    const env = {
      PATH: `${dirname(Bun.which('psql') ?? join(findPostgres() ?? '', 'psql'))}:${process.env.PATH}`,
      PGHOST: searchParams.get('host') ?? '',
      PGPORT: searchParams.get('port') ?? '',
      POSTGRES_USER: 'site',
      POSTGRES_DB: 'least',
      DATABASE_PASSWORD: "a'quote",
    }
    for (let again = 1; again <= 2; again++) await Bun.$`sh docs/scaling/database-role.sh`.env(env).quiet()
    await start('palletry')
    const [role] = await query(urlOf('site'), "select * from pg_roles where rolname = 'palletry'")
    expect(role).toMatchObject({
      rolsuper: false,
      rolcreatedb: false,
      rolcreaterole: false,
      rolreplication: false,
      rolbypassrls: false,
    })
    for (const denied of [
      'create role other',
      'create database other',
      "copy site_log to program 'cat'",
      'create schema other',
      'drop database least',
    ])
      await expect(query(urlOf('palletry', 'least'), denied)).rejects.toThrow()
  },
)
