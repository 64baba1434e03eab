import { afterAll, describe, expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { $ } from 'bun'
import { readConfig } from '#server/config.ts'
import { createScratch, describeSaves } from '#server/dev/scratch.ts'

const dir = await mkdtemp(join(tmpdir(), 'dev-'))
afterAll(() => rm(dir, { recursive: true, force: true }))
await Bun.write(join(dir, 'content/posts/rye.md'), 'Rye')
await Bun.write(join(dir, 'storage/public/a.png'), 'image')
await Bun.write(join(dir, 'storage/private/admin.json'), 'secret')
const env = {
  CONTENT_DIR: join(dir, 'content'),
  STORAGE_DIR: join(dir, 'storage'),
  PORT: '3100',
  DATABASE_URL: 'postgres://site@127.0.0.1/site',
  SMTP_URL: 'smtp://mail.example',
  GIT_PUSH: 'on',
}

describe('a scratch site', () => {
  test('has copies of the content and of public files, and is deleted without them', async () => {
    const scratch = await createScratch(env)
    const { contentDir, privateDir } = readConfig(scratch.env, () => '')
    expect(await Bun.file(join(contentDir, 'posts/rye.md')).text()).toBe('Rye')
    await Bun.write(join(contentDir, 'posts/rye.md'), 'Changed')
    expect([await Bun.file(join(privateDir, 'admin.json')).exists(), contentDir.startsWith(dir)]).toEqual([
      false,
      false,
    ])
    await scratch.remove()
    expect(await Bun.file(join(contentDir, 'posts/rye.md')).exists()).toBe(false)
    expect(await Bun.file(join(dir, 'content/posts/rye.md')).text()).toBe('Rye')
  })

  test('commits, mails and stores nothing elsewhere, and says how to log in', async () => {
    const scratch = await createScratch(env)
    await scratch.remove()
    const { DATABASE_URL, SMTP_URL, GIT_PUSH, GIT_COMMIT, PORT, ADMIN_EMAIL, ADMIN_PASSWORD } = scratch.env
    expect([DATABASE_URL, SMTP_URL, GIT_PUSH, GIT_COMMIT, PORT]).toEqual([
      undefined,
      undefined,
      undefined,
      'off',
      '3100',
    ])
    const description = await describeSaves(env, true)
    expect([description.includes(`${ADMIN_EMAIL}`), description.includes(`${ADMIN_PASSWORD}`)]).toEqual([true, true])
  })
})

test('the development site says where saves go: nowhere, to a branch, or to files only', async () => {
  expect(await describeSaves(env, false)).toContain('not committed')
  await $`git init --quiet --initial-branch=spring ${dir}`.quiet()
  expect(await describeSaves(env, false)).toContain('committed to the branch spring.')
  expect(await describeSaves({ ...env, GIT_COMMIT: 'off' }, false)).toContain('not committed')
})
