import { describe, expect, test } from 'bun:test'
import { aStorage } from '#tests/helpers/memory-storage.ts'
import { anEditor, aServer, aSession, away, localCopy, post } from './a-session.ts'

describe('a text that is typed', () => {
  test('is in the browser after a pause, and on the server within seconds, where the browser copy ends', async () => {
    const { session, server, storage, wait, stored } = aSession()
    session.set({ title: 'Rye bread' })
    expect(stored()).toEqual({ kind: 'waiting' })
    expect(session.state().status).toEqual({ name: 'editing' })
    await wait(250)
    expect(localCopy(storage)).toContain('Rye bread')
    await wait(2750)
    expect(server.copies.get('post-rye')?.title).toBe('Rye bread')
    expect(stored()).toEqual({ kind: 'saved', at: '2026-11-27T08:00:01.000Z' })
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
    expect(stored()).toEqual({ kind: 'clean' })
    await wait(5000)
    expect([localCopy(storage), server.requests, isWaiting()]).toEqual(['', [], false])
  })

  test('is deleted on the server once it is as it was', async () => {
    const { session, server, wait, stored } = aSession()
    session.set({ title: 'Rye bread' })
    await wait(3000)
    session.set({ title: 'Rye' })
    await wait(3000)
    expect([server.copies.size, stored()]).toEqual([0, { kind: 'clean' }])
  })

  test('is sent again when it changes while it is sent', async () => {
    const { session, server, wait, stored } = aSession()
    server.next.keep = [async () => session.set({ title: 'Rye 2' })]
    session.set({ title: 'Rye 1' })
    await wait(3000)
    expect([server.copies.get('post-rye')?.title, stored().kind]).toEqual(['Rye 1', 'waiting'])
    await wait(3000)
    expect([server.copies.get('post-rye')?.title, stored().kind]).toEqual(['Rye 2', 'saved'])
  })

  test('is storing while the request is under way', async () => {
    const { session, server, wait, settle, stored } = aSession()
    const answer = Promise.withResolvers<void>()
    server.next.keep = [() => answer.promise]
    session.set({ title: 'Rye bread' })
    await wait(3000)
    expect([stored(), session.state().status]).toEqual([{ kind: 'storing' }, { name: 'storing' }])
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
    expect([server.requests, stored()]).toEqual([[], { kind: 'saved', at: copy.saved_at }])
  })

  test('of a new post goes on from the copy that its URL names', () => {
    const server = aServer()
    const key = 'new-0123456789abcdef'
    const copy = server.keepElsewhere(key, { title: 'Oats', content: 'Written.' })
    const { session, stored } = aSession({ server, source: undefined, key, copy, isAsked: true })
    expect([session.state().fields.title, session.state().url]).toEqual(['Oats', undefined])
    expect(stored()).toEqual({ kind: 'saved', at: copy.saved_at })
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
    expect(stored()).toMatchObject({ kind: 'failed', message: expect.stringContaining('could not reach the server') })
    expect(localCopy(storage)).toContain('Rye bread')
    await wait(10_000)
    expect(stored().kind).toBe('failed')
    await wait(10_000)
    expect([stored().kind, localCopy(storage)]).toEqual(['saved', ''])
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
    expect(stored().kind).toBe('saved')
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
