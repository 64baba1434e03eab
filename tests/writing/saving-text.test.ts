import { describe, expect, test } from 'bun:test'
import { ApiError } from '#client/api/http.ts'
import type { StalePost } from '#contract/posts.ts'
import { anEditor, aServer, aSession, away, localCopy, post } from './a-session.ts'

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
    expect([stored(), localCopy(storage)]).toEqual([{ kind: 'clean' }, ''])
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
    expect(stored().kind).not.toBe('clean')
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
    expect(stored().kind).toBe('saved')
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
