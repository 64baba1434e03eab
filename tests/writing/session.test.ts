import { describe, expect, test } from 'bun:test'
import { ApiError } from '#client/api/http.ts'
import type { StalePost } from '#contract/posts.ts'
import { aStorage } from '#tests/helpers/memory-storage.ts'
import { anEditor, aServer, aSession, post } from './a-session.ts'

const localCopy = (storage: Storage, key = 'post-draft:rye') => storage.getItem(key) ?? ''
const away = async () => {
  throw new ApiError(0)
}

describe('a text that is typed', () => {
  test('is in the browser after a pause, and on the server within seconds, where the browser copy ends', async () => {
    const { session, server, storage, wait, stored } = aSession()
    session.set({ title: 'Rye bread' })
    expect(stored()).toEqual({ is: 'waiting' })
    expect(session.state().status).toEqual({ name: 'editing' })
    await wait(250)
    expect(localCopy(storage)).toContain('Rye bread')
    await wait(2750)
    expect(server.copies.get('post-rye')?.title).toBe('Rye bread')
    expect(stored()).toEqual({ is: 'saved', at: '2026-11-27T08:00:01.000Z' })
    expect(localCopy(storage)).toBe('')
  })

  test('is sent while typing goes on, but kept in the browser only in a pause', async () => {
    const { session, server, storage, wait } = aSession()
    for (let key = 0; key < 20; key++) {
      session.set({ title: `Rye ${key}` })
      await wait(200)
      if (key < 14) expect(localCopy(storage)).toBe('')
    }
    expect(server.requests).toEqual(['keep'])
    expect(server.copies.get('post-rye')?.title).toBe('Rye 14')
  })

  test('is nowhere once it is as it was', async () => {
    const { session, server, storage, wait, stored, isWaiting } = aSession()
    session.set({ title: 'Rye bread' })
    await wait(250)
    session.set({ title: 'Rye' })
    expect(stored()).toEqual({ is: 'clean' })
    await wait(5000)
    expect([localCopy(storage), server.requests, isWaiting()]).toEqual(['', [], false])
  })

  test('is deleted on the server once it is as it was', async () => {
    const { session, server, wait, stored } = aSession()
    session.set({ title: 'Rye bread' })
    await wait(3000)
    session.set({ title: 'Rye' })
    await wait(3000)
    expect([server.copies.size, stored()]).toEqual([0, { is: 'clean' }])
  })

  test('is sent again when it changes while it is sent', async () => {
    const { session, server, wait, stored } = aSession()
    server.next.keep = [async () => session.set({ title: 'Rye 2' })]
    session.set({ title: 'Rye 1' })
    await wait(3000)
    expect([server.copies.get('post-rye')?.title, stored().is]).toEqual(['Rye 1', 'waiting'])
    await wait(3000)
    expect([server.copies.get('post-rye')?.title, stored().is]).toEqual(['Rye 2', 'saved'])
  })

  test('is storing while the request is under way', async () => {
    const { session, server, wait, settle, stored } = aSession()
    const answer = Promise.withResolvers<void>()
    server.next.keep = [() => answer.promise]
    session.set({ title: 'Rye bread' })
    await wait(3000)
    expect([stored(), session.state().status]).toEqual([{ is: 'storing' }, { name: 'storing' }])
    answer.resolve()
    await settle()
    expect(session.state().status).toEqual({ name: 'editing' })
  })

  test('is not stored for each session that only shows it', async () => {
    const server = aServer()
    const copy = server.keepElsewhere('post-rye', { content: 'Written.' })
    const { session, wait, stored } = aSession({ server, copy, isAsked: true })
    expect(session.state().fields.content).toBe('Written.')
    await wait(20_000)
    expect([server.requests, stored()]).toEqual([[], { is: 'saved', at: copy.saved_at }])
  })

  test('of a new post goes on from the copy that its URL names', () => {
    const server = aServer()
    const key = 'new-0123456789abcdef'
    const copy = server.keepElsewhere(key, { title: 'Oats', content: 'Written.' })
    const { session, stored } = aSession({ server, source: undefined, key, copy, isAsked: true })
    expect([session.state().fields.title, session.state().url]).toEqual(['Oats', undefined])
    expect(stored()).toEqual({ is: 'saved', at: copy.saved_at })
  })

  test('renders nothing while it waits, and then only the bar', () => {
    const { session } = aSession()
    const editor = anEditor(post.content)
    session.attach(editor.handle)
    const rendered: string[] = []
    session.subscribe(() => rendered.push('page'))
    session.subscribeToStored(() => rendered.push('bar'))
    for (let key = 0; key < 50; key++) {
      editor.type('x')
      session.edited()
    }
    expect(rendered).toEqual(['bar'])
  })
})

describe('a server that does not store', () => {
  test('is asked again without another change, and the bar says so meanwhile', async () => {
    const { session, server, storage, wait, stored } = aSession()
    server.next.keep = [away, away]
    session.set({ title: 'Rye bread' })
    await wait(3000)
    expect(stored()).toMatchObject({ is: 'failed', message: expect.stringContaining('could not reach the server') })
    expect(localCopy(storage)).toContain('Rye bread')
    await wait(10_000)
    expect(stored().is).toBe('failed')
    await wait(10_000)
    expect([stored().is, localCopy(storage)]).toEqual(['saved', ''])
  })

  test('loses nothing when the page closes, unless the browser has no room either', async () => {
    const server = aServer()
    server.next.keep = [away, away]
    const { session, wait } = aSession({ server })
    session.set({ title: 'Rye bread' })
    await wait(3000)
    expect(session.isLosing()).toBe(false)
    const full = aStorage(() => {
      throw new Error('QuotaExceededError')
    })
    const other = aSession({ server, storage: full })
    other.session.set({ title: 'Rye bread' })
    expect(other.session.isLosing()).toBe(true)
  })
})

describe('a text that cannot be written', () => {
  test('is stored as it is shown, and as text once it can be', async () => {
    const { session, server, wait, stored } = aSession()
    const editor = anEditor(post.content)
    session.attach(editor.handle)
    editor.setWritable(false)
    editor.type(' At four.')
    session.edited()
    await wait(3000)
    expect(server.copies.get('post-rye')).toMatchObject({
      fields: { content: 'Light the oven.' },
      document: { blocks: [{ content: [{ text: 'Light the oven. At four.' }] }] },
    })
    expect(stored().is).toBe('saved')
    editor.setWritable(true)
    editor.type(' By hand.')
    session.edited()
    await wait(3000)
    expect(server.copies.get('post-rye')?.document).toBeUndefined()
    expect(server.copies.get('post-rye')?.fields.content).toBe('Light the oven. At four. By hand.')
  })

  test('is kept when the page is left before it is stored', async () => {
    const { session, server, storage, close, settle } = aSession()
    const editor = anEditor(post.content)
    session.attach(editor.handle)
    editor.setWritable(false)
    editor.type(' At four.')
    session.edited()
    server.next.keep = [away]
    close()
    session.attach(null)
    await settle()
    expect(localCopy(storage)).toContain('At four.')
    const next = aSession({ server, storage })
    expect(next.session.state().offer).toMatchObject({ in: 'browser', text: { document: { version: 1 } } })
  })

  test('does not stop a save from saying why', async () => {
    const { session, server } = aSession()
    const editor = anEditor(post.content)
    session.attach(editor.handle)
    editor.setWritable(false)
    editor.type(' At four.')
    session.edited()
    const failure = { message: 'This cannot be written.', errors: {} }
    expect(await session.save('draft')).toEqual({ result: 'failed', failure })
    expect(session.state().failure).toEqual(failure)
    expect(server.requests).not.toContain('save')
  })
})

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
    expect(stored().is).toBe('saved')
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
    expect([stored(), server.requests]).toEqual([{ is: 'held' }, []])
    expect(localCopy(storage)).toContain('Mine')
    const { offer } = session.state()
    if (offer) session.restore(offer)
    expect([session.state().fields.content, stored()]).toEqual(['Older.', { is: 'saved', at: copy.saved_at }])
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
    expect(stored()).toMatchObject({ is: 'failed', message: expect.stringContaining('no room') })
  })

  test('of another device is offered when this one is not stored, and its end lets the text be stored', async () => {
    const { session, server, wait, stored } = aSession()
    session.set({ title: 'Mine' })
    await wait(3000)
    server.keepElsewhere('post-rye', { title: 'Theirs' })
    session.set({ title: 'Mine again' })
    await wait(3000)
    expect([stored(), session.state().offer?.text.fields.title]).toEqual([{ is: 'held' }, 'Theirs'])
    const { offer } = session.state()
    if (offer) await session.discard(offer)
    await wait(3000)
    expect([stored().is, server.copies.get('post-rye')?.title]).toEqual(['saved', 'Mine again'])
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

describe('a save', () => {
  test('resolves with what it did, and goes on from the stored post', async () => {
    const { session, server, storage, stored } = aSession()
    session.set({ title: 'Rye bread' })
    const saving = session.save('draft')
    expect(session.state().status).toEqual({ name: 'saving', action: 'draft' })
    expect(await saving).toEqual({ result: 'saved', action: 'draft', id: 'rye', merged: [] })
    expect(session.state()).toMatchObject({
      status: { name: 'editing' },
      source: { title: 'Rye bread' },
      base: { revision: server.post()?.revision },
      url: '/admin/blog/rye/edit',
    })
    expect([stored(), localCopy(storage)]).toEqual([{ is: 'clean' }, ''])
  })

  test('is one at a time, after the request that stores the text', async () => {
    const { session, server, wait } = aSession()
    const answer = Promise.withResolvers<void>()
    server.next.keep = [() => answer.promise]
    session.set({ title: 'Rye bread' })
    await wait(3000)
    const first = session.save('draft')
    expect(await session.save('publish')).toEqual({ result: 'ignored' })
    expect(server.requests).toEqual(['keep'])
    answer.resolve()
    await first
    expect(server.requests).toEqual(['keep', 'save', 'fetch post'])
  })

  test('says what is missing before it asks the server, each time anew', async () => {
    const { session, server } = aSession()
    session.set({ title: '' })
    expect(await session.save('draft')).toMatchObject({ result: 'failed' })
    expect(session.state().failure).toMatchObject({ attempt: 1, errors: { title: { message: 'Title is required.' } } })
    await session.save('draft')
    expect(session.state().failure?.attempt).toBe(2)
    expect(server.requests).not.toContain('save')
    expect(session.state().status).toEqual({ name: 'editing' })
  })

  test('shows what failed when it is over, so that the message can take the focus', async () => {
    const { session } = aSession()
    const shown: unknown[] = []
    session.subscribe(() => shown.push([session.state().status.name, session.state().failure !== undefined]))
    session.set({ title: '' })
    await session.save('draft')
    expect(shown).not.toContainEqual(['saving', true])
    expect(shown).toContainEqual(['editing', true])
  })

  test('keeps the text in the browser before its request, and when the server rejects it', async () => {
    const { session, server, storage, stored } = aSession()
    const during: string[] = []
    server.next.save = [
      async () => {
        during.push(localCopy(storage))
        throw new ApiError(503, { message: 'Not now.' })
      },
    ]
    session.set({ title: 'Rye bread' })
    expect(await session.save('draft')).toMatchObject({ result: 'failed' })
    expect(during[0]).toContain('Rye bread')
    expect([session.state().failure?.message, session.state().fields.title]).toEqual(['Not now.', 'Rye bread'])
    expect(stored().is).not.toBe('clean')
  })

  test('keeps what is typed while it is under way', async () => {
    const { session, server, settle, stored } = aSession()
    const editor = anEditor(post.content)
    session.attach(editor.handle)
    editor.type(' At four.')
    session.edited()
    server.next.save = [
      async () => {
        editor.type(' By hand.')
        session.edited()
        session.set({ summary: 'Later.' })
      },
    ]
    await session.save('draft')
    await settle()
    expect(server.post()?.content).toBe('Light the oven. At four.')
    expect(session.state().fields).toMatchObject({ content: 'Light the oven. At four. By hand.', summary: 'Later.' })
    expect(server.copies.get('post-rye')?.fields.content).toBe('Light the oven. At four. By hand.')
    expect(stored().is).toBe('saved')
  })

  test('shows the merged change of somebody else, with what is typed meanwhile', async () => {
    const { session, server } = aSession()
    const editor = anEditor(post.content)
    session.attach(editor.handle)
    server.change({}, ['content'])
    server.next['fetch post'] = [
      async () => {
        server.change({ content: 'Light the oven. Twice.' }, ['content'])
        editor.type(' By hand.')
        session.edited()
      },
    ]
    expect(await session.save('draft')).toMatchObject({ result: 'saved', merged: ['content'] })
    expect(editor.shown()).toBe('Light the oven. Twice. By hand.')
    expect(session.state().notice).toContain('both changes are in')
  })

  test('goes on from the version before where the same lines were typed in meanwhile', async () => {
    const { session, server } = aSession()
    server.api.mergeTexts = async () => undefined
    server.next['fetch post'] = [
      async () => {
        server.change({ content: 'Bank the oven.', revision: 'r9' }, [])
        session.set({ content: 'Heat the oven.' })
      },
    ]
    session.set({ title: 'Rye bread' })
    await session.save('draft')
    expect(session.state().base.revision).toBe('r1')
  })

  test('that finds another change of the same fields is in conflict until it is decided', async () => {
    const { session, server, wait } = aSession()
    const stale = { message: 'Changed.', current: { ...post, revision: 'r2' } } as StalePost
    server.conflictWith(stale)
    session.set({ title: 'Rye bread' })
    expect(await session.save('draft')).toEqual({ result: 'conflict', stale })
    expect(session.state().status).toEqual({ name: 'conflict', action: 'draft', stale })
    await wait(0)
    expect(server.copies.get('post-rye')?.title).toBe('Rye bread')
    const { fields, base } = session.state()
    const resolved = { fields: { ...fields, title: 'Both' }, base: { ...base, revision: 'r2' }, image: undefined }
    expect(await session.save('draft', resolved)).toMatchObject({ result: 'saved' })
    expect([server.post()?.title, session.state().fields.title]).toEqual(['Both', 'Both'])
  })

  test('in conflict goes on with the text', async () => {
    const { session, server } = aSession()
    server.conflictWith({ message: 'Changed.' } as StalePost)
    await session.save('draft')
    session.dismissConflict()
    expect(session.state().status).toEqual({ name: 'editing' })
  })

  test('of a new post gives it its own key and URL, and nothing of it is unsaved', async () => {
    const server = aServer()
    const { session, storage, wait } = aSession({ server, source: undefined, key: 'new-0123456789abcdef' })
    session.set({ title: 'Oats' })
    await wait(250)
    expect(localCopy(storage, 'post-draft:new')).toContain('Oats')
    await wait(3000)
    expect(session.state().url).toBe('/admin/blog/new?text=new-0123456789abcdef')
    await session.save('draft')
    expect(session.state().url).toBe('/admin/blog/new-post/edit')
    expect([storage.length, server.copies.size]).toEqual([0, 0])
    session.set({ title: 'Oats!' })
    await wait(3000)
    expect([...server.copies.keys()]).toEqual(['post-new-post'])
  })

  test('whose post cannot be loaded again ends the session, and what is typed then is still stored', async () => {
    const { session, server, wait } = aSession()
    server.next['fetch post'] = [away]
    session.set({ title: 'Rye bread' })
    expect(await session.save('draft')).toMatchObject({ result: 'saved' })
    expect(session.state().status).toEqual({ name: 'ended' })
    expect(session.state().failure?.message).toContain('Reload this page')
    expect(await session.save('draft')).toEqual({ result: 'ignored' })
    session.set({ title: 'Rye bread, again' })
    await wait(3000)
    expect(server.copies.get('post-rye')?.title).toBe('Rye bread, again')
  })

  test('waits for images, and fails if one of them was not stored', async () => {
    const { session, server } = aSession()
    const image = Promise.withResolvers<void>()
    session.addUpload(image.promise.then(() => session.set({ image: 'posts/oven.webp' })))
    expect(session.isLosing()).toBe(true)
    const saving = session.save('draft')
    expect(server.requests).toEqual([])
    image.resolve()
    expect(await saving).toMatchObject({ result: 'saved' })
    session.addUpload(Promise.reject(new Error('Too large.')))
    expect(await session.save('draft')).toMatchObject({ result: 'failed', failure: { message: 'Too large.' } })
  })
})

describe('the session of the dialog', () => {
  test('stores unsaved text only in this browser', async () => {
    const { session, server, storage, wait } = aSession({ isDialog: true })
    session.set({ title: 'Rye bread' })
    await wait(20_000)
    expect([localCopy(storage).includes('Rye bread'), server.requests, session.isDirty()]).toEqual([true, [], true])
  })

  test('ends with its save', async () => {
    const { session, server, storage, close, settle } = aSession({ isDialog: true })
    session.set({ title: 'Rye bread' })
    expect(await session.save('draft')).toMatchObject({ result: 'saved', id: 'rye' })
    close()
    await settle()
    expect([session.state().status.name, server.requests, storage.length]).toEqual(['ended', ['save'], 0])
  })

  test('stores nothing that is thrown away', async () => {
    const { session, storage, close, settle, wait } = aSession({ isDialog: true })
    session.set({ title: 'Rye bread' })
    await wait(250)
    session.throwAway()
    close()
    await settle()
    expect(storage.length).toBe(0)
  })
})
