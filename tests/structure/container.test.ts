import { expect, test } from 'bun:test'
import { parse } from 'yaml'
import { serveEnvironment } from '#tests/helpers/serve-environment.ts'

const text = (path: string) => Bun.file(path).text()

test('the image is made from the Bun that everybody has, in two stages, and runs as nobody special', async () => {
  const dockerfile = await text('Dockerfile')
  const { packageManager } = await Bun.file('package.json').json()
  const bases = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, base]) => base)
  expect(bases).toEqual([`oven/${packageManager.replace('@', ':')}`, `oven/${packageManager.replace('@', ':')}`])
  expect(dockerfile).toMatch(/^USER bun$/m)
  expect(dockerfile).toMatch(/^HEALTHCHECK /m)
  // As a list: no shell between the process and SIGTERM.
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

test('what is private, and what the image makes itself, is not copied into it', async () => {
  const ignored = (await text('.dockerignore')).split('\n')
  for (const path of ['.git', 'node_modules', 'storage/private', '.env']) expect(ignored).toContain(path)
})

test('compose gives the site a read-only root, no capabilities, limits, and only the proxy a door to the street', async () => {
  const { services } = parse(await text('compose.yaml'))
  expect(services.site).toMatchObject({
    read_only: true,
    tmpfs: ['/tmp'],
    cap_drop: ['ALL'],
    security_opt: ['no-new-privileges:true'],
    mem_limit: '1g',
    pids_limit: 256,
    volumes: ['content:/app/content', 'storage:/app/storage'],
  })
  const reset = { tag: '!reset', resolve: () => [], collection: 'seq' as const }
  const tls = parse(await text('compose.tls.yaml'), { customTags: [reset] })
  expect(tls.services.site.ports).toEqual([])
  expect(tls.services.proxy.ports).toContain('443:443')
  expect(tls.networks.inside.ipam.config[0].subnet).toBe(tls.services.site.environment.TRUSTED_PROXIES)
})
