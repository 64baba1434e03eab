import { expect, test } from 'bun:test'
import { parse } from 'yaml'
import { variableNames } from '#server/config.ts'
import { serveEnvironment } from '#tests/helpers/serve-environment.ts'

const text = (path: string) => Bun.file(path).text()

test('the image is built from the official Bun image in two stages and runs as an unprivileged user', async () => {
  const dockerfile = await text('Dockerfile')
  const { packageManager } = await Bun.file('package.json').json()
  const bases = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, base]) => base)
  expect(bases).toEqual([`oven/${packageManager.replace('@', ':')}`, `oven/${packageManager.replace('@', ':')}`])
  expect(dockerfile).toMatch(/^USER bun$/m)
  expect(dockerfile).toMatch(/^HEALTHCHECK /m)
  // In exec form: no shell between the process and SIGTERM.
  expect(dockerfile).toMatch(/^CMD \["bun", "server\/main\.ts"\]$/m)
  for (const label of ['title', 'licenses', 'version', 'revision', 'created']) {
    expect(dockerfile).toContain(`org.opencontainers.image.${label}=`)
  }
})

test('the image sets what `bun run serve` sets', async () => {
  const dockerfile = await text('Dockerfile')
  expect(Object.keys(serveEnvironment)).toContain('NODE_ENV')
  for (const [name, value] of Object.entries(serveEnvironment)) expect(dockerfile).toContain(`\nENV ${name}=${value}\n`)
})

test('private files and build output are not copied into the image', async () => {
  const ignored = (await text('.dockerignore')).split('\n')
  for (const path of ['.git', 'node_modules', 'storage/private', '.env']) expect(ignored).toContain(path)
})

test('every image has an exact version tag, and docs/operators.md shows how to pin it by digest', async () => {
  const files = await Promise.all(['Dockerfile', 'compose.yaml', 'compose.tls.yaml', 'compose.scale.yaml'].map(text))
  const named = files.flatMap((file) => [...file.matchAll(/^(?:FROM| *image:) (\S+)/gm)].map(([, name]) => name))
  // Built here.
  const images = new Set(named.filter((name) => name !== 'palletry'))
  expect(images.size).toBe(3)
  const guide = await text('docs/operators.md')
  for (const image of images) {
    expect(image).toMatch(/^[\w/]+:\d+\.\d+(?:\.\d+)?(?:-\w+)?$/)
    expect(guide).toContain(`docker buildx imagetools inspect ${image} --format`)
    expect(guide).toContain(`${image}|&@sha256:`)
  }
})

test('compose publishes plain HTTP on the loopback interface only', async () => {
  const { services }: { services: Record<string, { ports?: string[] }> } = parse(await text('compose.yaml'))
  expect(Object.values(services).flatMap(({ ports = [] }) => ports)).toEqual(['127.0.0.1:3000:3000'])
})

test('the example for a proxy on the host trusts the gateway of its network, which compose passes on', async () => {
  const { services, networks } = parse(await text('docs/operations/compose.yaml'))
  const [{ gateway }] = networks.proxied.ipam.config
  expect(services.site.networks).toEqual(['proxied'])
  expect(services.site.environment.TRUSTED_PROXIES).toBe(`\${TRUSTED_PROXIES:-${gateway}}`)
  expect(parse(await text('compose.yaml')).services.site.environment.TRUSTED_PROXIES).toMatch(
    /^\$\{TRUSTED_PROXIES:-\}$/,
  )
})

test('compose gives the site a read-only root, no capabilities and limits, and publishes only the proxy', async () => {
  const { services } = parse(await text('compose.yaml'))
  expect(services.site).toMatchObject({
    read_only: true,
    tmpfs: ['/tmp'],
    cap_drop: ['ALL'],
    security_opt: ['no-new-privileges:true'],
    mem_limit: '1g',
    pids_limit: 256,
    volumes: ['content:/app/content', 'storage:/app/storage', 'private:/app/private'],
    environment: { PRIVATE_DIR: '/app/private' },
  })
  const reset = { tag: '!reset', resolve: () => [], collection: 'seq' as const }
  const tls = parse(await text('compose.tls.yaml'), { customTags: [reset] })
  expect(tls.services.site.ports).toEqual([])
  expect(tls.services.proxy.ports).toEqual(['80:80', '443:443', '443:443/udp'])
  expect(tls.networks.inside.ipam.config[0].subnet).toBe(tls.services.site.environment.TRUSTED_PROXIES)
})

/** Tags of compose, with the values below them. */
const customTags = [
  { tag: '!reset', resolve: () => [], collection: 'seq' as const },
  { tag: '!override', collection: 'seq' as const },
]

test('compose.site.yaml has content and images in one volume, which is filled once, and backups of both', async () => {
  const { services, volumes } = parse(await text('compose.site.yaml'), { customTags })
  expect(Object.keys(volumes)).toEqual(['site', 'private'])
  expect(services.init.command).toEqual(['bun', 'server/cli/init/main.ts', '/site', '--if-empty'])
  expect(services.site).toMatchObject({
    extends: { file: 'compose.yaml', service: 'site' },
    environment: { CONTENT_DIR: '/site/content', STORAGE_DIR: '/site/storage' },
    depends_on: { init: { condition: 'service_completed_successfully' } },
  })
  expect(services.backup.volumes).toEqual(expect.arrayContaining(['site:/site', 'private:/app/private']))
})

test('compose passes all variables of .env on, and keeps its own places in the container', async () => {
  const { site } = parse(await text('compose.yaml')).services
  expect(site.env_file).toEqual([{ path: '.env', required: false }])
  expect(site.environment).toMatchObject({
    PORT: '3000',
    HOST: '0.0.0.0',
    CONTENT_DIR: '/app/content',
    STORAGE_DIR: '/app/storage',
    PRIVATE_DIR: '/app/private',
  })
  expect(Object.keys(site.environment).filter((name) => !variableNames().has(name))).toEqual([])
})

test.each(['compose.tls.yaml', 'docs/operations/Caddyfile', 'docs/scaling/Caddyfile'])(
  'the proxy of %s takes the largest import, and buffers no stream',
  async (file) => {
    const proxy = await text(file)
    expect(proxy).toMatch(/max_size 1GB/)
    expect(proxy).toMatch(/flush_interval -1/)
    expect(proxy).toMatch(/read_body 10m/)
  },
)
