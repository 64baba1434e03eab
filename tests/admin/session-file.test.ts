import { describe, expect, test } from 'bun:test'
import { copyFile, link, mkdtemp, rename, rm, stat, unlink, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { adminPaths } from '#contract/admin-paths.ts'
import { createSessionFile } from '#server/admin/sessions/session-file.ts'
import { createSessions } from '#server/admin/sessions/sessions.ts'
import { browserName } from '#server/lib/browser-name.ts'
import { createLog } from '#server/lib/log.ts'
import { endsOfEachTest } from '#tests/helpers/ends.ts'
import { testApp } from '#tests/helpers/test-app.ts'

const ends = endsOfEachTest()

const ANN = { administrator: 'ann', address: '203.0.113.7', browser: 'Firefox on Linux' }

/** The sessions in a folder, as two processes see them, with a manual clock. */
async function opened() {
  const folder = await mkdtemp(join(tmpdir(), 'sessions-'))
  ends.push(() => rm(folder, { recursive: true, force: true }))
  let time = Date.parse('2026-03-01T10:00:00Z')
  const log = createLog('error', () => {})
  const open = () => createSessions({ store: createSessionFile(folder, log), now: () => new Date(time), log })
  return {
    file: join(folder, 'sessions.json'),
    copy: join(folder, 'a-copy'),
    site: open(),
    open,
    pass: (ms: number) => {
      time += ms
    },
  }
}

describe('a session that was ended', () => {
  test('stays ended when an old copy of the file is put back', async () => {
    const { file, copy, site, open } = await opened()
    const { id } = await site.start(ANN)
    await copyFile(file, copy)
    expect(await site.end(id, 'ann')).toBe(true)
    await copyFile(copy, file)
    expect([await site.find(id), await open().find(id)]).toEqual([undefined, undefined])
    await rename(copy, file)
    expect([await site.find(id), await open().find(id)]).toEqual([undefined, undefined])
    const next = await site.start(ANN)
    expect(await open().find(next.id)).toEqual(next)
    expect(await open().find(id)).toBeUndefined()
  })

  test('stays ended when a copy with the time of the old file is put back', async () => {
    const { file, copy, site, open } = await opened()
    const { id } = await site.start(ANN)
    await copyFile(file, copy)
    const { mtime } = await stat(file)
    await site.end(id, 'ann')
    await rename(copy, file)
    await utimes(file, mtime, mtime)
    expect([await site.find(id), await open().find(id)]).toEqual([undefined, undefined])
  })

  test('stays ended when the file itself is moved away, or linked, and back', async () => {
    const { file, copy, site } = await opened()
    const { id } = await site.start(ANN)
    await link(file, copy)
    await site.end(id, 'ann')
    await rename(copy, file)
    expect(await site.find(id)).toBeUndefined()
    const second = await site.start(ANN)
    await rename(file, copy)
    expect(await site.find(second.id)).toBeUndefined()
    await rename(copy, file)
    expect(await site.find(second.id)).toBeUndefined()
  })

  test('stays ended when the file is deleted', async () => {
    const { file, site, open } = await opened()
    const { id } = await site.start(ANN)
    const links = await site.linksOf('ann')
    expect(await site.hasLinks(links)).toBe(true)
    await unlink(file)
    expect([await site.find(id), await site.hasLinks(links), await open().find(id)]).toEqual([
      undefined,
      false,
      undefined,
    ])
  })
})

describe('sessions in two processes', () => {
  test('are ended by a command while the site runs, and the changes of both are kept', async () => {
    const { site, open } = await opened()
    const shell = open()
    const [first, second] = [await site.start(ANN), await site.start({ ...ANN, administrator: 'bob' })]
    await shell.end(first.id, 'ann')
    expect([await site.find(first.id), await site.find(second.id)]).toEqual([undefined, second])
    await Promise.all([site.start(ANN), shell.start(ANN), site.start(ANN), shell.endAllOf('bob')])
    expect(await site.listOf('ann')).toHaveLength(3)
    expect(await site.find(second.id)).toBeUndefined()
    await shell.endAll()
    expect(await site.listOf('ann')).toEqual([])
  })

  test('are valid after a restart', async () => {
    const { site, open } = await opened()
    const session = await site.start(ANN)
    expect(session.address).toBe('203.0.113.0/24')
    expect(await open().find(session.id)).toEqual(session)
  })

  test('make earlier preview links and device tokens invalid when the others or all are ended, and not by one end', async () => {
    const { site } = await opened()
    const [first, second] = [await site.start(ANN), await site.start(ANN)]
    const bobs = await site.start({ ...ANN, administrator: 'bob' }).then(() => site.linksOf('bob'))
    const links = await site.linksOf('ann')
    await site.end(first.id, 'ann')
    expect(await site.hasLinks(links)).toBe(true)
    await site.endOthers('ann', second.id)
    expect([await site.hasLinks(links), await site.hasLinks(bobs)]).toEqual([false, true])
    const next = await site.linksOf('ann')
    await site.endAllOf('ann')
    expect([await site.hasLinks(next), await site.hasLinks('')]).toEqual([false, false])
  })

  test('write a use once a minute, also for requests that read the session before the other wrote it', async () => {
    const { site, open, pass } = await opened()
    const before = await site.start(ANN)
    const shell = open()
    pass(2 * 60_000)
    site.touch(before)
    await site.close()
    const used = await site.find(before.id)
    expect(used?.lastUsed).toBe('2026-03-01T10:02:00.000Z')
    pass(30_000)
    for (const one of [site, shell]) {
      one.touch(before)
      await one.close()
    }
    expect(await site.find(before.id)).toEqual(used)
  })

  test('are not ended by the id of another administrator', async () => {
    const { site } = await opened()
    const { id } = await site.start(ANN)
    expect(await site.end(id, 'bob')).toBe(false)
    expect((await site.find(id))?.id).toBe(id)
  })
})

test('discards a session that was started while the clock was ahead', async () => {
  const { site, pass } = await opened()
  pass(60 * 60_000)
  const { id } = await site.start(ANN)
  pass(-60 * 60_000)
  expect(await site.find(id)).toBeUndefined()
})

test('an old admin.json that is restored revives no session', async () => {
  const app = await testApp()
  ends.push(app.close)
  const file = join(app.dir, 'storage/private/admin.json')
  const token = await app.login()
  await copyFile(file, `${file}.old`)
  expect((await app.send('DELETE', adminPaths.sessions, { token })).status).toBe(200)
  await rename(`${file}.old`, file)
  expect((await app.send('GET', adminPaths.sessions, { token })).status).toBe(401)
})

test('an admin.json that is deleted and put back revives no session', async () => {
  const before = await testApp()
  const file = join(before.dir, 'storage/private/admin.json')
  const token = await before.login()
  await before.stop()
  await rename(file, `${file}.old`)
  const without = await testApp({ dir: before.dir })
  await without.stop()
  await rename(`${file}.old`, file)
  const restored = await testApp({ dir: before.dir })
  ends.push(restored.close)
  expect((await restored.send('GET', adminPaths.sessions, { token })).status).toBe(401)
})

describe('the name of a browser', () => {
  const linux = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'
  const phone =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1'
  const names: [string, string][] = [
    ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux'],
    [linux, 'Chrome on Linux'],
    [linux.replace('X11; Linux x86_64', 'Windows NT 10.0; Win64; x64').concat(' Edg/140.0.0.0'), 'Edge on Windows'],
    [phone, 'Safari on iPhone'],
    [phone.replace('Version/18.0', 'CriOS/140.0'), 'Chrome on iPhone'],
    ['curl/8.5.0', 'curl'],
    ['', 'Unknown browser'],
    ['<script>alert(1)</script>', 'Unknown browser'],
    [`${'x'.repeat(600)} Firefox/1`, 'Unknown browser'],
  ]
  test.each(names)('of %p is %p', (agent, name) => expect(browserName(agent)).toBe(name))
})
