import { describe, expect, test } from 'bun:test'
import { aStorage } from '#tests/helpers/memory-storage.ts'
import { anEditor, aServer, aSession, away, localCopy, post } from './a-session.ts'

describe('a version that waits for a decision', () => {
  test('of this browser is offered beside the true state, and replaces the text on request', async () => {
    const storage = aStorage()
    const first = aSession({ storage })
    first.server.next.keep = [away, away]
    first.session.set({ title: 'Old' })
    await first.wait(3000)
    first.close()
    await first.settle()
    const { session, wait, stored } = aSession({ storage, server: first.server })
    const { offer } = session.state()
    expect(offer).toMatchObject({ in: 'browser', text: { fields: { title: 'Old' } } })
    session.set({ title: 'New' })
    await wait(3000)
    expect(stored().kind).toBe('saved')
    if (offer) session.restore(offer)
    expect(session.state()).toMatchObject({ fields: { title: 'Old' }, opening: 1 })
    await wait(3000)
    expect(first.server.copies.get('post-rye')?.title).toBe('Old')
  })

  test('is not replaced by what the editor before it has written late', async () => {
    const server = aServer()
    const copy = server.keepElsewhere('post-rye', { content: 'Older.' })
    const { session, settle } = aSession({ server, copy })
    const written = Promise.withResolvers<string>()
    session.attach({ ...anEditor(post.content).handle, flush: () => written.promise })
    const content = session.contentNow()
    const { offer } = session.state()
    if (offer) session.restore(offer)
    written.resolve('Typed before.')
    await content
    await settle()
    expect(session.state().fields.content).toBe('Older.')
  })

  test('of the server holds the text in this browser, and what was typed stays there when it is restored', async () => {
    const server = aServer()
    const copy = server.keepElsewhere('post-rye', { content: 'Older.' })
    const { session, storage, wait, stored } = aSession({ server, copy })
    session.set({ title: 'Mine' })
    await wait(5000)
    expect([stored(), server.requests]).toEqual([{ kind: 'held' }, []])
    expect(localCopy(storage)).toContain('Mine')
    const { offer } = session.state()
    if (offer) session.restore(offer)
    expect([session.state().fields.content, stored()]).toEqual(['Older.', { kind: 'saved', at: copy.saved_at }])
    expect(session.state().offer).toMatchObject({ in: 'browser', text: { fields: { title: 'Mine' } } })
  })

  test('is not said to be in a browser that has no room', async () => {
    const server = aServer()
    const full = aStorage(() => {
      throw new Error('QuotaExceededError')
    })
    const { session, wait, stored } = aSession({ server, storage: full, copy: server.keepElsewhere('post-rye', {}) })
    session.set({ title: 'Mine' })
    await wait(250)
    expect(stored()).toMatchObject({ kind: 'failed', message: expect.stringContaining('no room') })
  })

  test('of another device is offered when this one is not stored, and its end lets the text be stored', async () => {
    const { session, server, wait, stored } = aSession()
    session.set({ title: 'Mine' })
    await wait(3000)
    server.keepElsewhere('post-rye', { title: 'Theirs' })
    session.set({ title: 'Mine again' })
    await wait(3000)
    expect([stored(), session.state().offer?.text.fields.title]).toEqual([{ kind: 'held' }, 'Theirs'])
    const { offer } = session.state()
    if (offer) await session.discard(offer)
    await wait(3000)
    expect([stored().kind, server.copies.get('post-rye')?.title]).toEqual(['saved', 'Mine again'])
  })

  test('survives a save of the post, which deletes it on the server', async () => {
    const server = aServer()
    const copy = server.keepElsewhere('post-rye', { content: 'Older.' })
    const { session, storage } = aSession({ server, copy })
    session.set({ title: 'Mine' })
    await session.save('draft')
    expect(server.copies.size).toBe(0)
    const next = aSession({ server, storage })
    expect(next.session.state().offer).toMatchObject({ in: 'browser', text: { fields: { content: 'Older.' } } })
  })

  test('is offered once, although the page was closed while the server stored it', async () => {
    const { session, server, storage, wait, close, settle } = aSession()
    const answer = Promise.withResolvers<void>()
    session.set({ title: 'Mine' })
    await wait(250)
    server.next.keep = [() => answer.promise]
    await wait(2750)
    expect(session.keepInBrowser()).toBe(true)
    const closed = storage.getItem('post-draft:rye') ?? ''
    close()
    answer.resolve()
    await settle()
    storage.setItem('post-draft:rye', closed)
    const copy = server.copies.get('post-rye')
    const next = aSession({ server, storage, copy })
    const { offer } = next.session.state()
    expect(offer?.in).toBe('server')
    if (offer) await next.session.discard(offer)
    expect([next.session.state().offer, localCopy(storage)]).toEqual([undefined, ''])
  })

  test('is not kept in this browser when the page closes and the server has it', async () => {
    const { session, storage, wait } = aSession()
    session.set({ title: 'Mine' })
    await wait(3000)
    expect([session.isLosing(), localCopy(storage)]).toEqual([false, ''])
  })
})
