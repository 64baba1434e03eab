import { afterEach, expect, test } from 'bun:test'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { atEnd, endAll, site } from '#tests/health/real-process.ts'
import { testApp } from '#tests/helpers/test-app.ts'
import { aPlace } from './a-backup.ts'

afterEach(endAll)

test('restore deletes nothing while a server uses the folder, and replaces everything after it stops', async () => {
  const place = await aPlace()
  atEnd(place.remove)
  const start = await site()
  const { child, dir, url } = start()
  await url()
  await place.backup(dir, `--to=${place.in('b.tar.gz')}`)
  await Bun.write(join(dir, 'content/posts/mine.md'), 'mine')
  const restore = () => place.restore(place.in('b.tar.gz'), `--to=${dir}`, '--replace')
  await expect(restore()).rejects.toThrow(`Another process (PID ${child.pid} on `)
  expect(await Bun.file(join(dir, 'content/posts/mine.md')).text()).toBe('mine')
  expect(await readdir(join(dir, 'storage/private'))).toContain('registrations.jsonl')

  child.kill('SIGTERM')
  await child.exited
  await restore()
  expect(await Bun.file(join(dir, 'content/posts/mine.md')).exists()).toBe(false)
  const restored = await testApp({ dir })
  atEnd(restored.stop)
  expect((await restored.get('/readyz')).status).toBe(200)
}, 60_000)
