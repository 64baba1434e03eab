import { describe, expect, test } from 'bun:test'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { adminPaths } from '#contract/admin-paths.ts'
import { type ImportJobView, type ImportState, UPLOAD_MAX_BYTES } from '#contract/imports.ts'
import { auditOf } from '#tests/audit/audit-of.ts'
import { blogApps } from '#tests/blog/blog-app.ts'
import { makeZip } from './make-zip.ts'

const post = (title: string, more = '') => `---\ntitle: ${title}\ndate: 2024-05-06\n${more}---\n\nText.\n`
const aZip = () =>
  new Blob([
    makeZip([
      { name: 'old/_config.yml', data: 'permalink: /:year/:title/\n' },
      { name: 'old/_posts/2024-05-06-bread.md', data: post('Bread') },
      { name: 'old/_drafts/cake.md', data: '---\ntitle: Cake\n---\n\nText.\n' },
    ]) as Uint8Array<ArrayBuffer>,
  ])

const blogApp = blogApps()
async function aSite() {
  const app = await blogApp()
  const authorized = { authorization: `Bearer ${app.token}` }
  const octets = { ...authorized, 'content-type': 'application/octet-stream' }
  return {
    ...app,
    upload: (query: string, body: BodyInit, headers: Record<string, string> = {}) =>
      app.get(`${adminPaths.imports}?${query}`, { method: 'POST', body, headers: { ...octets, ...headers } }),
    state: async (): Promise<ImportJobView | null> => {
      await app.services.importer.idle()
      return ((await (await app.get(adminPaths.imports, { headers: authorized })).json()) as ImportState).job
    },
    workFolders: () => readdir(join(app.dir, 'storage/private/imports/work')).catch(() => []),
  }
}
const site = await aSite()

describe('imports over HTTP', () => {
  test('require a session', async () => {
    for (const [method, path] of [
      ['GET', adminPaths.imports],
      ['POST', `${adminPaths.imports}?name=a.zip`],
      ['POST', adminPaths.confirmImport('0')],
      ['DELETE', adminPaths.oneImport('0')],
    ] as const)
      expect((await site.get(path, { method })).status).toBe(401)
  })

  test('publish an upload only once it is confirmed, report its posts, and are in the audit log', async () => {
    const { upload, state, send, token, services } = site
    const uploaded = await upload('name=old.zip&into=old-blog', aZip())
    expect(uploaded.status).toBe(201)
    // Bytes until then, posts from now on.
    expect(await uploaded.json()).toMatchObject({ job: { phase: 'reading', progress: { done: 0, total: 0 } } })
    const planned = await state()
    expect(planned).toMatchObject({ name: 'old.zip', into: 'old-blog', phase: 'planned', problem: null })
    expect(planned?.plan).toMatchObject({
      system: 'Jekyll',
      total: 2,
      live: { count: 1, titles: ['Bread'] },
      draft: { count: 1, titles: ['Cake'] },
      rejected: { groups: [], more: 0 },
    })
    expect(services.content.snapshot().posts.size).toBe(0)
    const id = planned?.id ?? ''
    expect((await upload('name=other.zip', aZip())).status).toBe(409)
    expect((await send('POST', adminPaths.confirmImport(id), { token })).status).toBe(200)
    expect((await state())?.report).toEqual({
      added: 2,
      updated: 0,
      images: 0,
      skipped: 0,
      posts: [
        { id: 'bread', title: 'Bread', live: true },
        { id: 'cake', title: 'Cake', live: false },
      ],
    })
    expect((await site.get('/blog/bread')).status).toBe(200)
    expect((await auditOf(site)).filter(({ event }) => event === 'import.confirmed')).toEqual([
      expect.objectContaining({ subject: 'old.zip', detail: '2 posts' }),
    ])
    expect((await send('DELETE', adminPaths.oneImport(id), { token })).status).toBe(200)
    expect(await state()).toBeNull()
    expect(await site.workFolders()).toEqual([])
  })

  test('say what is wrong with an upload without repeating it', async () => {
    const { upload, state, send, token } = site
    const wrong = async (query: string, status: number, words: string, headers = {}) => {
      const response = await upload(query, 'hostile', headers)
      expect(response.status).toBe(status)
      const text = await response.text()
      expect(text).toContain(words)
      expect(text).not.toContain('hostile')
    }
    await wrong('name=hostile.exe', 422, 'Choose a .zip, .xml or .json file.')
    await wrong('name=a.zip&into=../hostile', 422, 'Use lower-case letters')
    await wrong('name=a.zip', 415, 'Please send the bytes of the file', { 'content-type': 'text/html' })
    await wrong('name=a.zip', 413, 'larger than 1 GB', { 'content-length': String(UPLOAD_MAX_BYTES + 1) })
    expect(await state()).toBeNull()
    await upload('name=a.xml', '<!DOCTYPE hostile [<!ENTITY a "hostile">]><rss>&a;</rss>')
    const failed = await state()
    expect(failed).toMatchObject({ phase: 'failed', plan: null, report: null })
    expect(failed?.problem).not.toContain('hostile')
    await send('DELETE', adminPaths.oneImport(failed?.id ?? ''), { token })
  })

  test('delete an upload that is canceled while it arrives', async () => {
    const { upload, state, send, token } = site
    const gate = Promise.withResolvers<void>()
    const started = Promise.withResolvers<void>()
    async function* slow() {
      yield new Uint8Array(10)
      started.resolve()
      await gate.promise
      yield new Uint8Array(10)
    }
    // The cast: Bun takes a generator as a body, and ends it when the server cancels; the types of `fetch` do not know that.
    const sent = upload('name=old.zip', slow() as unknown as BodyInit)
    await started.promise
    const uploading = await state()
    expect(uploading).toMatchObject({ phase: 'uploading', plan: null })
    expect((await send('DELETE', adminPaths.oneImport(uploading?.id ?? ''), { token })).status).toBe(200)
    gate.resolve()
    const response = await sent
    expect(response.status).toBe(409)
    expect(await response.json()).toEqual({ message: 'This import was canceled.' })
    expect(await state()).toBeNull()
    expect(await site.workFolders()).toEqual([])
  })
})
