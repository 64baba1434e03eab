import { describe, expect, test } from 'bun:test'
import { unencryptedConnections } from '#server/lib/unencrypted.ts'
import { testApp } from '#tests/helpers/test-app.ts'

const variables = (config: Parameters<typeof unencryptedConnections>[0]) =>
  unencryptedConnections(config).map(({ variable }) => variable)

describe('a connection that anybody between the machines can read', () => {
  test.each([
    'postgres://site:secret@db.example.com/site',
    'postgresql://site:secret@db.example.com:6432/site?sslmode=prefer',
    'postgres://db.example.com/site?sslmode=disable',
    'postgres://10.0.0.5/site',
    'postgres://[fd00::5]/site',
    'postgres:///site?host=db.example.com',
    'postgres://localhost/site?host=localhost,db.example.com',
  ])('is that of DATABASE_URL=%s', (databaseUrl) => {
    expect(variables({ databaseUrl })).toEqual(['DATABASE_URL'])
  })

  test.each([
    'postgres://db.example.com/site?sslmode=require',
    'postgres://db.example.com/site?sslmode=verify-full',
    'postgres://localhost/site',
    'postgres://127.0.0.1/site',
    'postgres://127.8.0.1/site',
    'postgres://[::1]/site',
    'postgres://database:5432/site',
    'postgres:///site?host=/var/run/postgresql',
    'postgres:///site',
  ])('is not that of DATABASE_URL=%s', (databaseUrl) => {
    expect(variables({ databaseUrl })).toEqual([])
  })

  test.each([
    'git://git.example.com/site.git',
    'HTTP://site:secret@git.example.com/site.git',
    'http://192.168.1.4/site',
  ])('is that of GIT_REMOTE=%s', (gitRemote) => {
    expect(variables({ gitRemote })).toEqual(['GIT_REMOTE'])
  })

  test.each([
    'https://git.example.com/site.git',
    'ssh://git@git.example.com/site.git',
    'file:///srv/site.git',
    'http://git:8080/site.git',
    'git://localhost/site.git',
    'http://[::1]/site.git',
  ])('is not that of GIT_REMOTE=%s', (gitRemote) => {
    expect(variables({ gitRemote })).toEqual([])
  })
})

test('the start warns of it without the URL', async () => {
  const logged: string[] = []
  const { openStores } = await import('#server/stores.ts')
  const app = await testApp()
  await app.stop()
  const config = {
    databaseUrl: undefined,
    privateDir: `${app.dir}/storage/private`,
    gitRemote: 'http://a:secret@git.example.com/x',
  }
  const log = {
    debug() {},
    info() {},
    error() {},
    warn: (event: string, fields?: object) => void logged.push(JSON.stringify({ event, ...fields })),
  }
  const stores = await openStores(config, { log, now: () => new Date() })
  await stores.close()
  await app.close()
  expect(logged.map((line) => JSON.parse(line))).toEqual([
    { event: 'connection not encrypted', variable: 'GIT_REMOTE', reason: expect.stringContaining('https://') },
  ])
  expect(logged.join()).not.toContain('secret')
})
