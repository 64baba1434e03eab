import { describe, expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '#server/config.ts'
import { prepareFolders } from '#server/content-services.ts'
import { createLog } from '#server/lib/log.ts'
import { unencryptedConnections } from '#server/lib/unencrypted.ts'

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
  const dir = await mkdtemp(join(tmpdir(), 'unencrypted-'))
  const logged: string[] = []
  const config = readConfig({
    CONTENT_DIR: join(dir, 'content'),
    STORAGE_DIR: join(dir, 'storage'),
    DATABASE_URL: 'postgres://site:secret@db.example.com/site',
  })
  await prepareFolders(
    config,
    createLog('info', (line) => logged.push(line)),
  )
  await rm(dir, { recursive: true })
  expect(logged.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({ level: 'warn', event: 'connection not encrypted', variable: 'DATABASE_URL' }),
  ])
  expect(logged.join()).not.toContain('secret')
})
