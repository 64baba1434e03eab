import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { adminPaths } from '#contract/admin-paths.ts'
import { createPresence, STREAMS_PER_ADMINISTRATOR } from '#server/writing/presence.ts'
import { blogApps, plainPost } from '#tests/blog/blog-app.ts'
import { invited, watching } from './people.ts'

const blogApp = blogApps()
const files = { 'posts/bread.html': plainPost(), 'posts/cake.html': plainPost() }

describe('presence on a post', () => {
  test('names the others who have it open, and no e-mail address', async () => {
    const app = await blogApp({ files })
    const ann = await watching(app, await invited(app, app.token, 'Ann'))
    expect(await ann.next()).toMatchObject({ others: [], saved: null })
    const first = await watching(app, app.token)
    expect((await first.next())?.others).toEqual(['Ann'])
    expect((await ann.next())?.others).toEqual(['Administrator'])
    await first.leave()
    expect((await ann.next())?.others).toEqual([])
    expect(ann.answer.headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8')
    expect(ann.answer.headers.get('cache-control')).toBe('private, no-store, no-transform')
  })

  test('counts a second tab as the same person, and other posts not at all', async () => {
    const app = await blogApp({ files })
    const ann = await watching(app, await invited(app, app.token, 'Ann'))
    await ann.next()
    const cake = await watching(app, app.token, 'cake')
    expect((await cake.next())?.others).toEqual([])
    const first = await watching(app, app.token)
    const second = await watching(app, app.token)
    expect((await first.next())?.others).toEqual(['Ann'])
    expect((await second.next())?.others).toEqual(['Ann'])
    await first.leave()
    await second.leave()
    expect((await ann.next())?.others).toEqual(['Administrator'])
    expect((await ann.next())?.others).toEqual([])
  })

  test('reports a save with its author at once, and a change of the file without one', async () => {
    const app = await blogApp({ files, now: () => new Date('2026-05-01T10:42:00Z') })
    const ann = await watching(app, await invited(app, app.token, 'Ann'))
    const before = await ann.next()
    expect(before?.revision).toBe((await app.editable('bread')).source.revision)
    await app.update('bread', { title: 'Rye bread' })
    const at = '2026-05-01T10:42:00.000Z'
    const saved = await ann.next()
    expect(saved?.saved).toEqual({ by: 'Administrator', own: false, at })
    expect(saved?.revision).toBe((await app.editable('bread')).source.revision)
    await Bun.write(join(app.dir, 'content/posts/bread.html'), plainPost({ title: 'Wheat bread' }))
    await app.content.reload(['posts/bread.html'])
    expect((await ann.next())?.saved).toEqual({ by: null, own: false, at })
  })

  test('marks the reader’s own save', async () => {
    const app = await blogApp({ files })
    const mine = await watching(app, app.token)
    await mine.next()
    await app.update('bread', { title: 'Rye bread' })
    expect((await mine.next())?.saved?.own).toBe(true)
  })

  test('ends with the session, at the next heartbeat', async () => {
    const app = await blogApp({ files })
    let isValid = true
    const presence = createPresence({ content: app.content, now: () => new Date(), heartbeatMs: 1 })
    const reader = presence
      .open('bread', { id: '1', name: 'Ann', email: 'ann@bakery.example' }, async () => isValid)
      .getReader()
    await reader.read()
    expect((await reader.read()).done).toBe(false)
    isValid = false
    let part = await reader.read()
    while (!part.done) part = await reader.read()
    expect(part.done).toBe(true)
  })

  test('disconnects a client that does not read', async () => {
    const app = await blogApp({ files })
    const presence = createPresence({ content: app.content, now: () => new Date() })
    const person = (id: string) => ({ id, name: id, email: `${id}@bakery.example` })
    const slow = presence.open('bread', person('slow'), async () => true).getReader()
    for (let at = 0; at < 40; at++) await presence.open('bread', person('busy'), async () => true).cancel()
    let lines = 0
    for (let part = await slow.read(); !part.done; part = await slow.read()) lines++
    expect(lines).toBeLessThanOrEqual(30)
  })

  test('rejects strangers, unknown posts, and too many streams of one person', async () => {
    const app = await blogApp({ files })
    const status = async (id: string, token: string) =>
      (await app.send('GET', adminPaths.presence(id), { token })).status
    expect(await status('bread', 'x')).toBe(401)
    expect(await status('nothing', app.token)).toBe(404)
    expect(await status('../bread', app.token)).toBe(404)
    for (let at = 0; at < STREAMS_PER_ADMINISTRATOR; at++) expect(await status('bread', app.token)).toBe(200)
    expect(await status('bread', app.token)).toBe(503)
  })

  test('ends when the server closes', async () => {
    const app = await blogApp({ files })
    const mine = await watching(app, app.token)
    await mine.next()
    app.services.writing.presence.close()
    expect(await mine.next()).toBeUndefined()
    expect((await app.send('GET', adminPaths.presence('bread'), { token: app.token })).status).toBe(503)
  })

  test('is no use of the session, which ends without other requests', async () => {
    let at = new Date('2026-05-01T10:00:00Z')
    const app = await blogApp({ files, now: () => at })
    for (const day of ['06', '11', '14']) {
      at = new Date(`2026-05-${day}T10:00:00Z`)
      await (await watching(app, app.token)).leave()
    }
    at = new Date('2026-05-16T10:00:00Z')
    expect((await app.send('GET', adminPaths.presence('bread'), { token: app.token })).status).toBe(401)
  })
})
