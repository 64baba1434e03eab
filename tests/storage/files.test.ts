import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdir, mkdtemp, rm, symlink, utimes } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Elysia } from 'elysia'
import { errorHandler, rejectOtherMethods } from '#server/http/errors.ts'
import { storageFiles } from '#server/http/static-files.ts'
import { createLog } from '#server/lib/log.ts'

const HASHED = 'posts/0123456789abcdef0123456789abcdef-1600x900.webp'
const CHANGED = new Date('2026-03-01T10:00:00Z')

let folder = ''
let port = 0
let stop = async () => {}

/** A storage folder with a secret next to it, behind a real server. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'storage-'))
  const at = (path: string) => join(folder, 'public', path)
  await Bun.write(join(folder, 'private/admin.json'), 'secret')
  await Bun.write(at(HASHED), 'picture')
  await Bun.write(at('media/tour.mp4'), '0123456789')
  await utimes(at('media/tour.mp4'), CHANGED, CHANGED)
  for (const path of ['documents/terms.pdf', '.env', 'media/.hidden.txt', 'media/page.html', 'media/drawing.svg']) {
    await Bun.write(at(path), 'secret')
  }
  await mkdir(at('media/folder.txt'))
  await symlink(join(folder, 'private'), at('linked'))
  await symlink(join(folder, 'private/admin.json'), at('media/linked.txt'))
  const log = createLog('error', () => {})
  const files = storageFiles(join(folder, 'public'))
  const app = new Elysia()
    .use(errorHandler(log))
    .use(files)
    .use(rejectOtherMethods(() => false))
    .listen({ port: 0, hostname: '127.0.0.1' })
  port = app.server?.port ?? 0
  stop = async () => {
    await app.stop(true)
    await rm(folder, { recursive: true })
  }
})
afterAll(() => stop())

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(`http://127.0.0.1:${port}/storage/${path}`, { headers, method })

/** The raw path: `fetch` would normalize it. */
const raw = (path: string) =>
  new Promise<string>((resolve, reject) => {
    let answer = ''
    const socket = connect(port, '127.0.0.1', () =>
      socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`),
    )
    socket.on('data', (bytes) => {
      answer += bytes.toString('latin1')
    })
    socket.on('close', () => resolve(answer))
    socket.on('error', reject)
  })

describe('a stored file under /storage/', () => {
  test('has its content type and can never be a page', async () => {
    const answer = await get('media/tour.mp4')
    expect(answer.status).toBe(200)
    expect(await answer.text()).toBe('0123456789')
    expect(answer.headers.get('content-type')).toBe('video/mp4')
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect(answer.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
    expect(answer.headers.get('accept-ranges')).toBe('bytes')
  })

  test('is immutable when its name is a hash, and revalidated otherwise', async () => {
    expect((await get(HASHED)).headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect((await get('media/tour.mp4')).headers.get('cache-control')).toBe('no-cache')
  })

  test('is downloaded, not displayed, when it is a document', async () => {
    expect((await get('documents/terms.pdf')).headers.get('content-disposition')).toBe('attachment')
    expect((await get(HASHED)).headers.get('content-disposition')).toBeNull()
  })

  test('answers HEAD with the length and no body', async () => {
    const answer = await get('media/tour.mp4', {}, 'HEAD')
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-length')).toBe('10')
    expect(answer.headers.get('content-type')).toBe('video/mp4')
    expect(await answer.text()).toBe('')
  })

  test('is 304 for a matching ETag', async () => {
    const etag = (await get('media/tour.mp4')).headers.get('etag') ?? ''
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const answer = await get('media/tour.mp4', { 'if-none-match': known })
      expect([known, answer.status, answer.headers.get('etag')]).toEqual([known, 304, etag])
    }
    expect((await get('media/tour.mp4', { 'if-none-match': '"other"' })).status).toBe(200)
  })

  test('is 304 by its date when no ETag is sent', async () => {
    const since = (date: string) => get('media/tour.mp4', { 'if-modified-since': date })
    expect((await since(CHANGED.toUTCString())).status).toBe(304)
    expect((await since('Sat, 28 Feb 2026 10:00:00 GMT')).status).toBe(200)
    expect((await since('yesterday')).status).toBe(200)
  })

  test('answers 405 to other methods', async () => {
    const answer = await get('media/tour.mp4', {}, 'DELETE')
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
  })
})

describe('a range of a stored file', () => {
  const part = async (range: string, more: Record<string, string> = {}) => {
    const answer = await get('media/tour.mp4', { range, ...more })
    return [answer.status, answer.headers.get('content-range'), await answer.text()]
  }

  test('may be from, from-to or the last bytes', async () => {
    expect(await part('bytes=2-4')).toEqual([206, 'bytes 2-4/10', '234'])
    expect(await part('bytes=7-')).toEqual([206, 'bytes 7-9/10', '789'])
    expect(await part('bytes=-3')).toEqual([206, 'bytes 7-9/10', '789'])
    expect(await part('bytes=8-99')).toEqual([206, 'bytes 8-9/10', '89'])
    expect(await part('bytes=-99')).toEqual([206, 'bytes 0-9/10', '0123456789'])
  })

  test('that does not exist is 416 with the size', async () => {
    expect((await part('bytes=10-')).slice(0, 2)).toEqual([416, 'bytes */10'])
    expect((await part('bytes=-0')).slice(0, 2)).toEqual([416, 'bytes */10'])
  })

  test('is the whole file for several or invalid ranges', async () => {
    for (const range of ['bytes=0-1,3-4', 'bytes=4-2', 'lines=1-2', 'bytes=-', 'bytes=a-b']) {
      expect(await part(range)).toEqual([200, null, '0123456789'])
    }
  })

  test('is the whole file when it has changed', async () => {
    const etag = (await get('media/tour.mp4')).headers.get('etag') ?? ''
    expect((await part('bytes=2-4', { 'if-range': etag }))[0]).toBe(206)
    expect((await part('bytes=2-4', { 'if-range': CHANGED.toUTCString() }))[0]).toBe(206)
    expect(await part('bytes=2-4', { 'if-range': '"older"' })).toEqual([200, null, '0123456789'])
  })
})

describe('paths below /storage/ that are 404', () => {
  const missing = async (path: string) => {
    const answer = await raw(path)
    expect([path, answer.split('\r\n')[0]]).toEqual([path, 'HTTP/1.1 404 Not Found'])
    expect(answer).toContain('application/json')
    expect(answer).not.toContain('secret')
  }

  test('are hidden files, folders, symlinks at any level and unknown file types', async () => {
    for (const path of [
      '.env',
      'media/.hidden.txt',
      'media/folder.txt',
      'media/',
      'media',
      '',
      'linked/admin.json',
      'media/linked.txt',
      'media/page.html',
      'media/drawing.svg',
      'media/nothing.png',
    ]) {
      await missing(`/storage/${path}`)
    }
  })

  test('lead outside the folder, in any encoding', async () => {
    for (const path of [
      '../private/admin.json',
      '..%2fprivate%2fadmin.json',
      '%2e%2e/private/admin.json',
      '%2e%2e%2fprivate/admin.json',
      '..\\private\\admin.json',
      '..%5cprivate%5cadmin.json',
      '%c0%ae%c0%ae/private/admin.json',
      '%252e%252e/private/admin.json',
      'media/tour.mp4%00.txt',
      'media%2ftour.mp4',
      '/etc/passwd',
      '//private/admin.json',
      'media//tour.mp4',
      'media/./../../private/admin.json',
      'media/tour.mp4/',
      '%zz',
      'a'.repeat(8000),
    ]) {
      await missing(`/storage/${path}`)
    }
  })
})
